// What the versions of this folder share: the sums of all numbers up to each one.
#pragma once

#include <stdlib.h>

#include "../../harness/problem.h"

enum { count_parameter };

static const Parameter parameters[] = {
    {"count", "numbers", {1000, 100000, 10000000, 50000000}, 1, 1e9},
    {NULL, NULL, {0, 0, 0, 0}, 0, 0},
};

static long count;
static long *numbers, *sums;

static inline void prepare_sums(const Run* run) {
  count = (long)parameter(run, count_parameter);
  numbers = (long*)malloc((size_t)count * sizeof(long));
  sums = (long*)malloc((size_t)count * sizeof(long));
  for (long i = 0; i < count; ++i) numbers[i] = i % 100 - 37;
}
static inline void reset_sums(const Run* run) {
  (void)run;
  for (long i = 0; i < count; ++i) sums[i] = -1;
}
static inline double check_sums(const Run* run) {
  (void)run;
  long sum = 0;
  for (long i = 0; i < count; ++i) {
    sum += numbers[i];
    if (sums[i] == sum) continue;
    fprintf(stderr, "scan: the sum up to number %ld is %ld, not %ld\n", i, sums[i], sum);
    return -1;
  }
  return (double)count;
}

#ifdef __cplusplus
static constexpr Problem sums_by(Version version) {
  return {
      .name = "scan",
      .summary = "the sums of all numbers up to each one",
      .operation = "numbers",
      .parameters = parameters,
      .versions = {version},
      .prepare = prepare_sums,
      .reset = reset_sums,
      .check = check_sums,
  };
}
#endif
