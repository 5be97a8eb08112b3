// The sums by OpenMP's scan directive.
#include "sums.h"

static void run_loops(const Run *run) {
  (void)run;
  long sum = 0;
#pragma omp parallel for reduction(inscan, + : sum)
  for (long i = 0; i < count; ++i) {
    sum += numbers[i];
#pragma omp scan inclusive(sum)
    sums[i] = sum;
  }
}
static void run_serial(const Run *run) {
  (void)run;
  long sum = 0;
  for (long i = 0; i < count; ++i) sums[i] = sum += numbers[i];
}

const Problem problem = {
    .name = "scan",
    .summary = "the sums of all numbers up to each one",
    .operation = "numbers",
    .parameters = parameters,
    .versions = {{"serial", run_serial}, {"loops", run_loops}},
    .prepare = prepare_sums,
    .reset = reset_sums,
    .check = check_sums,
};
