// What the versions share: loops over numbers, each of which becomes its tangent, and their sum. Small ones are repeated, so that
// a run has a million iterations at least.
#pragma once

#include <math.h>
#include <stdlib.h>

#include "../../harness/problem.h"

enum { numbers_parameter, sum_parameter };

static const Parameter parameters[] = {
    {"numbers", "of one loop", {1000, 1000, 100000, 10000000}, 1, 1e9},
    {"sum", "0: each becomes its tangent, 1: they are added up", {0, 0, 0, 0}, 0, 1},
    {NULL, NULL, {0, 0, 0, 0}, 0, 0},
};

static long count, loops;
static int adds;
static double *numbers, *results;
static double total;

static inline void prepare_loops(const Run* run) {
  count = (long)parameter(run, numbers_parameter);
  adds = (int)parameter(run, sum_parameter);
  loops = count < 1000000 ? 1000000 / count : 1;
  numbers = (double*)malloc((size_t)count * sizeof(double));
  results = (double*)malloc((size_t)count * sizeof(double));
  for (long i = 0; i < count; ++i) numbers[i] = (double)(i % 100) / 64;  // sums of these are exact
}
static inline void reset_loops(const Run* run) {
  (void)run;
  for (long i = 0; i < count; ++i) results[i] = 0;
  total = 0;
}
static inline double check_loops(const Run* run) {
  (void)run;
  double wanted = 0;
  for (long i = 0; i < count; ++i) {
    wanted += numbers[i];
    if (!adds && results[i] != tan(numbers[i])) {
      fprintf(stderr, "parallel_for: number %ld is %g\n", i, results[i]);
      return -1;
    }
  }
  if (adds && total != wanted) {
    fprintf(stderr, "parallel_for: the sum is %g instead of %g\n", total, wanted);
    return -1;
  }
  return (double)(count * loops);
}

#ifdef __cplusplus
static constexpr Problem loops_by(Version version) {
  return {
      .name = "parallel_for",
      .summary = "loops over numbers: tangents, or their sum",
      .operation = "iterations",
      .parameters = parameters,
      .versions = {version},
      .prepare = prepare_loops,
      .reset = reset_loops,
      .check = check_loops,
  };
}
#endif
