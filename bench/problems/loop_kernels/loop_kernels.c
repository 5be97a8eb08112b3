// The loops by OpenMP's worksharing.
#include "kernels.h"

static void run_loops(const Run *run) {
  (void)run;
#pragma omp parallel for schedule(guided)
  for (long i = 0; i < count; ++i) results[i] = value_of(i);
}
static void run_tasks(const Run *run) {
  (void)run;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop
  for (long i = 0; i < count; ++i) results[i] = value_of(i);
}
static void run_serial(const Run *run) {
  (void)run;
  for (long i = 0; i < count; ++i) results[i] = value_of(i);
}

const Problem problem = {
    .name = "loop_kernels",
    .summary = "loops of unequal iterations: Mandelbrot, Black-Scholes, primes, a matrix product",
    .operation = "iterations",
    .parameters = parameters,
    .versions = {{"serial", run_serial}, {"loops", run_loops}, {"tasks", run_tasks}},
    .prepare = prepare_kernels,
    .reset = reset_kernels,
    .check = check_kernels,
};
