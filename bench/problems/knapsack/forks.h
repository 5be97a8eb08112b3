// 0/1 knapsack with a library's fork and join: included by tbb.cpp, native.cpp and threads.cpp after the library's
// header. The branch without the next item is a task, the other one a call.
#pragma once

#include "items.h"

template <bool cut_off>
static long search_forks(Rest rest, int depth) {
  if (cut_off && depth <= 0) return search_serial(rest);
  if (!rest.promises()) return 1;
  long without;
  Group group;
  group.spawn([rest, depth, &without] { without = search_forks<cut_off>(rest.after(false), depth - 1); });
  const Rest next = rest.after(true);
  const long with = next.feasible() ? search_forks<cut_off>(next, depth - 1) : 0;
  group.sync();
  return 1 + with + without;
}

static void run_forks(const Run* run) {
  const int depth = static_cast<int>(parameter(run, depth_parameter));
  with_threads(run->threads, [run, depth] {
    visited = run->cutoff == cutoff_manual ? search_forks<true>(whole_knapsack(), depth)
                                           : search_forks<needs_cutoff>(whole_knapsack(), depth);
  });
}

const Problem problem = knapsack_by({library_name, run_forks}, cutoff_manual);
