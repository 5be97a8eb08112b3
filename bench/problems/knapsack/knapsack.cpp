// 0/1 knapsack by branch and bound: a task a node. The best value so far is shared, so the
// amount of work depends on the order.
#include "items.h"

template <Cutoff kCutoff, bool kUntied>
static long search(Rest rest, int depth) {
  if (kCutoff == cutoff_manual && depth <= 0) return search_serial(rest);
  if (!rest.promises()) return 1;
  long below[2] = {0, 0};
  for (int with = 1; with >= 0; --with) {
    const Rest next = rest.after(with);
    if (!next.feasible()) continue;
    if constexpr (kUntied) {
#pragma omp task untied shared(below) firstprivate(next, with, depth) if (kCutoff != cutoff_if || depth > 0) \
    final(kCutoff == cutoff_final && depth <= 0)
      below[with] = search<kCutoff, kUntied>(next, depth - 1);
    } else {
#pragma omp task shared(below) firstprivate(next, with, depth) if (kCutoff != cutoff_if || depth > 0) \
    final(kCutoff == cutoff_final && depth <= 0)
      below[with] = search<kCutoff, kUntied>(next, depth - 1);
    }
  }
#pragma omp taskwait
  return 1 + below[0] + below[1];
}

template <bool kUntied>
static long search_with(Cutoff cutoff, int depth) {
  switch (cutoff) {
    case cutoff_if: return search<cutoff_if, kUntied>(whole_knapsack(), depth);
    case cutoff_final: return search<cutoff_final, kUntied>(whole_knapsack(), depth);
    case cutoff_manual: return search<cutoff_manual, kUntied>(whole_knapsack(), depth);
    default: return search<cutoff_none, kUntied>(whole_knapsack(), depth);
  }
}

static void run_serial(const Run*) { visited = search_serial(whole_knapsack()); }

static void run_tasks(const Run* run) {
  const int depth = static_cast<int>(parameter(run, depth_parameter));
#pragma omp parallel
#pragma omp single
  visited = run->untied ? search_with<true>(run->cutoff, depth) : search_with<false>(run->cutoff, depth);
}

const Problem problem = [] {
  Problem whole = knapsack_by({"serial", run_serial}, cutoff_if | cutoff_final | cutoff_manual);
  whole.has_untied = true;
  whole.versions[1] = {"tasks", run_tasks};
  return whole;
}();
