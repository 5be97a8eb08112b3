// Unbalanced tree search with a library's fork and join: included by tbb.cpp, native.cpp and threads.cpp after the
// library's header.
#pragma once

#include <alloca.h>

#include "trees.h"

template <bool cut_off>
static long search_forks(TreeNode node, int depth) {
  if (cut_off && depth <= 0) return search_serial(node);
  const int children = child_count(&node);
  if (children == 0) return 1;
  long* const below = static_cast<long*>(alloca(sizeof(long) * static_cast<size_t>(children)));
  Group group;
  for (int i = 0; i < children; ++i)
    group.spawn([node, i, below, depth] { below[i] = search_forks<cut_off>(child_node(node, i), depth - 1); });
  group.sync();
  long nodes = 1;
  for (int i = 0; i < children; ++i) nodes += below[i];
  return nodes;
}

static void run_forks(const Run* run) {
  const int depth = static_cast<int>(parameter(run, depth_parameter));
  with_threads(run->threads, [run, depth] {
    found = run->cutoff == cutoff_manual ? search_forks<true>(root_node(), depth)
                                         : search_forks<needs_cutoff>(root_node(), depth);
  });
}

const Problem problem = uts_by({library_name, run_forks}, cutoff_manual);
