// Multisort: quarters are sorted by tasks, then merged by tasks.
#include "sorting.h"

#define UNTIED
namespace tied {
#include "tasks.h"
}
#undef UNTIED
#define UNTIED untied
namespace not_tied {
#include "tasks.h"
}

static void run_tasks(const Run* run) {
  Number *const from = numbers.data(), *const other = scratch.data();
  const ptrdiff_t n = static_cast<ptrdiff_t>(numbers.size());
#pragma omp parallel
#pragma omp single
  if (run->untied) not_tied::sort_cut_off(run->cutoff, from, other, n);
  else tied::sort_cut_off(run->cutoff, from, other, n);
}

static void run_serial(const Run*) {
  multisort(numbers.data(), scratch.data(), static_cast<ptrdiff_t>(numbers.size()));
}

const Problem problem = {
    .name = "multisort",
    .summary = "random 32-bit numbers are sorted",
    .operation = "numbers",
    .parameters = parameters,
    .cutoffs = cutoff_if | cutoff_final | cutoff_manual,
    .has_untied = true,
    .versions = {{"serial", run_serial}, {"tasks", run_tasks}},
    .prepare = prepare,
    .reset = reset,
    .check = check,
};
