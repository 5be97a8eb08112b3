// Villages and their hospitals: each step a task a village, which first starts those below it.
#include "villages.h"

template <Cutoff kCutoff, bool kUntied>
static void step(Village& village, int depth) {
  if (kCutoff == cutoff_manual && depth <= 0) return step_serial(village);
  for (int i = 0; village.below != nullptr && i < branches; ++i) {
    Village* const below = &village.below[i];
    if constexpr (kUntied) {
#pragma omp task untied firstprivate(below, depth) if (kCutoff != cutoff_if || depth > 0) \
    final(kCutoff == cutoff_final && depth <= 0)
      step<kCutoff, kUntied>(*below, depth - 1);
    } else {
#pragma omp task firstprivate(below, depth) if (kCutoff != cutoff_if || depth > 0) \
    final(kCutoff == cutoff_final && depth <= 0)
      step<kCutoff, kUntied>(*below, depth - 1);
    }
  }
  village.treat();
#pragma omp taskwait
  village.admit();
}

template <bool kUntied>
static void step_with(Cutoff cutoff, int depth) {
  switch (cutoff) {
    case cutoff_if: return step<cutoff_if, kUntied>(villages[0], depth);
    case cutoff_final: return step<cutoff_final, kUntied>(villages[0], depth);
    case cutoff_manual: return step<cutoff_manual, kUntied>(villages[0], depth);
    default: return step<cutoff_none, kUntied>(villages[0], depth);
  }
}

static void run_tasks(const Run* run) {
  const int depth = static_cast<int>(parameter(run, depth_parameter));
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < static_cast<int>(parameter(run, steps_parameter)); ++i) {
    if (run->untied) step_with<true>(run->cutoff, depth);
    else step_with<false>(run->cutoff, depth);
  }
}

const Problem problem = [] {
  Problem whole = health_by({"serial", simulate_serial}, cutoff_if | cutoff_final | cutoff_manual);
  whole.has_untied = true;
  whole.versions[1] = {"tasks", run_tasks};
  return whole;
}();
