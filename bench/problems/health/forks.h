// Villages and their hospitals with a library's fork and join: included by tbb.cpp, native.cpp and threads.cpp after
// the library's header.
#pragma once

#include "villages.h"

template <bool cut_off>
static void step_forks(Village& village, int depth) {
  if (cut_off && depth <= 0) return step_serial(village);
  Group group;
  for (int i = 0; village.below != nullptr && i < branches; ++i)
    group.spawn([below = &village.below[i], depth] { step_forks<cut_off>(*below, depth - 1); });
  village.treat();
  group.sync();
  village.admit();
}

static void run_forks(const Run* run) {
  with_threads(run->threads, [run] {
    const int depth = static_cast<int>(parameter(run, depth_parameter));
    for (int i = 0; i < static_cast<int>(parameter(run, steps_parameter)); ++i) {
      if (run->cutoff == cutoff_manual) step_forks<true>(villages[0], depth);
      else step_forks<needs_cutoff>(villages[0], depth);
    }
  });
}

const Problem problem = health_by({library_name, run_forks}, cutoff_manual);
