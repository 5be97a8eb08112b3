// The loops by OpenMP's worksharing.
#include "parallel_for.h"

static void run_loops(const Run *run) {
  (void)run;
  for (long round = 0; round < loops; ++round) {
    if (!adds) {
#pragma omp parallel for schedule(static)
      for (long i = 0; i < count; ++i) results[i] = tan(numbers[i]);
    } else {
      double sum = 0;
#pragma omp parallel for schedule(static) reduction(+ : sum)
      for (long i = 0; i < count; ++i) sum += numbers[i];
      total = sum;
    }
  }
}
static void run_serial(const Run *run) {
  (void)run;
  for (long round = 0; round < loops; ++round) {
    double sum = 0;
    for (long i = 0; i < count; ++i) {
      if (adds) sum += numbers[i];
      else results[i] = tan(numbers[i]);
    }
    total = sum;
  }
}

const Problem problem = {
    .name = "parallel_for",
    .summary = "loops over numbers: tangents, or their sum",
    .operation = "iterations",
    .parameters = parameters,
    .versions = {{"serial", run_serial}, {"loops", run_loops}},
    .prepare = prepare_loops,
    .reset = reset_loops,
    .check = check_loops,
};
