// What the versions of this folder share: the area below (x^2 + 1) x, by halving each piece until a trapezium is good enough.
#pragma once

#include <math.h>

#include "../../harness/problem.h"

enum { limit_parameter };

static const Parameter parameters[] = {
    {"limit", "right end of the interval, which begins at 0", {50, 300, 1000, 3000}, 1, 1e5},
    {NULL, NULL, {0, 0, 0, 0}, 0, 0},
};

static const double kGoodEnough = 1e-2;

static double result;

static inline double height(double x) { return (x * x + 1) * x; }
static inline double trapezium(double left, double right) {
  return (height(left) + height(right)) / 2 * (right - left);
}
// Whether the two halves differ little from the whole.
static inline int is_good(double left, double right) {
  const double middle = (left + right) / 2;
  return fabs(trapezium(left, middle) + trapezium(middle, right) - trapezium(left, right)) <= kGoodEnough;
}

static double serial(double left, double right, long* splits) {
  if (is_good(left, right)) return trapezium(left, right);
  ++*splits;
  const double middle = (left + right) / 2;
  return serial(left, middle, splits) + serial(middle, right, splits);
}

static double wanted;
static long pieces;

static void prepare(const Run* run) {
  pieces = 0;
  wanted = serial(0, parameter(run, limit_parameter), &pieces);
}
// All versions halve and add in the same order, though compilers may fuse a product and a sum in one and not in the other.
// Operations: a task for each piece that was halved.
static double check(const Run* run) {
  (void)run;
  if (fabs(result - wanted) <= 1e-9 * wanted) return (double)pieces;
  fprintf(stderr, "integrate: %.17g, not %.17g\n", result, wanted);
  return -1;
}
