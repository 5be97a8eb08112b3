// Counts the nodes of an unbalanced tree, a task a node. Nobody can tell the size of a subtree beforehand: a cut-off by
// the depth is a guess.
#include <alloca.h>

#include "trees.h"

template <Cutoff kCutoff, bool kUntied>
static long search(TreeNode node, int depth) {
  if (kCutoff == cutoff_manual && depth <= 0) return search_serial(node);
  const int children = child_count(&node);
  long* const below = static_cast<long*>(alloca(sizeof(long) * static_cast<size_t>(children)));
  for (int i = 0; i < children; ++i) {
    if constexpr (kUntied) {
#pragma omp task untied firstprivate(node, below, i, depth) if (kCutoff != cutoff_if || depth > 0) \
    final(kCutoff == cutoff_final && depth <= 0)
      below[i] = search<kCutoff, kUntied>(child_node(node, i), depth - 1);
    } else {
#pragma omp task firstprivate(node, below, i, depth) if (kCutoff != cutoff_if || depth > 0) \
    final(kCutoff == cutoff_final && depth <= 0)
      below[i] = search<kCutoff, kUntied>(child_node(node, i), depth - 1);
    }
  }
#pragma omp taskwait
  long nodes = 1;
  for (int i = 0; i < children; ++i) nodes += below[i];
  return nodes;
}

template <bool kUntied>
static long search_with(Cutoff cutoff, int depth) {
  switch (cutoff) {
    case cutoff_if: return search<cutoff_if, kUntied>(root_node(), depth);
    case cutoff_final: return search<cutoff_final, kUntied>(root_node(), depth);
    case cutoff_manual: return search<cutoff_manual, kUntied>(root_node(), depth);
    default: return search<cutoff_none, kUntied>(root_node(), depth);
  }
}

static void run_serial(const Run*) { found = search_serial(root_node()); }

static void run_tasks(const Run* run) {
  const int depth = static_cast<int>(parameter(run, depth_parameter));
#pragma omp parallel
#pragma omp single
  found = run->untied ? search_with<true>(run->cutoff, depth) : search_with<false>(run->cutoff, depth);
}

const Problem problem = [] {
  Problem whole = uts_by({"serial", run_serial}, cutoff_if | cutoff_final | cutoff_manual);
  whole.has_untied = true;
  whole.versions[1] = {"tasks", run_tasks};
  return whole;
}();
