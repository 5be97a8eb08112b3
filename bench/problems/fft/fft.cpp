// Fast Fourier transform: the quarters of the points are transformed by tasks; they are cut and combined by tasks, too.
#include "transform.h"

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
  Complex *const x = points.data(), *const other = scratch.data();
  const ptrdiff_t n = static_cast<ptrdiff_t>(points.size());
#pragma omp parallel
#pragma omp single
  if (run->untied) not_tied::transform_cut_off(run->cutoff, x, other, n);
  else tied::transform_cut_off(run->cutoff, x, other, n);
}

static void run_serial(const Run*) { transform(points.data(), scratch.data(), static_cast<ptrdiff_t>(points.size())); }

const Problem problem = {
    .name = "fft",
    .summary = "Fourier transform of random complex numbers in double precision",
    .operation = "flops",
    .parameters = parameters,
    .cutoffs = cutoff_if | cutoff_final | cutoff_manual,
    .has_untied = true,
    .versions = {{"serial", run_serial}, {"tasks", run_tasks}},
    .prepare = prepare,
    .reset = reset,
    .check = check,
};
