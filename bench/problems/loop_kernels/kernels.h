// What the versions of this folder share: loops whose iterations do not depend on one another, but differ in length.
//   0 mandelbrot   a row of pixels each; those inside of the set take longest
//   1 black_scholes  the price of a European option each, 100 at a time
//   2 primes       whether a number is one, by trial division, 64 at a time
//   3 matrix       a row of a product of two matrices each
#pragma once

#include <math.h>
#include <stdlib.h>

#include "../../harness/problem.h"

enum { kernel_parameter, count_parameter };
enum { mandelbrot, black_scholes, primes, matrix };

static const Parameter parameters[] = {
    {"kernel", "0: mandelbrot, 1: black_scholes, 2: primes, 3: matrix", {0, 0, 0, 0}, 0, 3},
    {"count", "iterations", {64, 256, 1024, 2048}, 1, 8192},
    {NULL, NULL, {0, 0, 0, 0}, 0, 0},
};

static long count;
static int kernel;
static double *results, *wanted;
static double *left_matrix, *right_matrix, *product;  // of kernel 3; the others have numbers only

// Steps until the point leaves the circle of radius 2, summed over a row.
static inline double mandelbrot_row(long row) {
  double steps = 0;
  for (long column = 0; column < count; ++column) {
    const double a = 3.0 * (double)column / (double)count - 2.0, b = 2.0 * (double)row / (double)count - 1.0;
    double x = 0, y = 0;
    for (int i = 0; i < 256 && x * x + y * y < 4; ++i, ++steps) {
      const double next = x * x - y * y + a;
      y = 2 * x * y + b;
      x = next;
    }
  }
  return steps;
}
static inline double below(double x) { return erfc(-x / sqrt(2.0)) / 2; }  // of the normal distribution
static inline double option_prices(long number) {
  double sum = 0;
  for (int i = 0; i < 100; ++i) {
    const double spot = 50 + (double)((number * 7 + i) % 101), strike = 100, rate = 0.03, years = 0.25 + i % 8,
                 volatility = 0.1 + 0.01 * (double)(number % 20), spread = volatility * sqrt(years);
    const double d = (log(spot / strike) + (rate + volatility * volatility / 2) * years) / spread;
    sum += spot * below(d) - strike * exp(-rate * years) * below(d - spread);
  }
  return sum;
}
static inline double primes_among(long number) {
  double found = 0;
  for (long n = number * 64; n < number * 64 + 64; ++n) {
    int is_prime = n > 1;
    for (long divisor = 2; is_prime && divisor * divisor <= n; ++divisor) is_prime = n % divisor != 0;
    found += is_prime;
  }
  return found;
}
static inline double product_row(long row) {
  double sum = 0;
  double* const out = product + row * count;
  for (long j = 0; j < count; ++j) out[j] = 0;
  for (long k = 0; k < count; ++k)
    for (long j = 0; j < count; ++j) out[j] += left_matrix[row * count + k] * right_matrix[k * count + j];
  for (long j = 0; j < count; ++j) sum += out[j];
  return sum;
}
static inline double value_of(long i) {
  switch (kernel) {
    case mandelbrot: return mandelbrot_row(i);
    case black_scholes: return option_prices(i);
    case primes: return primes_among(i);
    default: return product_row(i);
  }
}

static inline void prepare_kernels(const Run* run) {
  kernel = (int)parameter(run, kernel_parameter);
  count = (long)parameter(run, count_parameter);
  const size_t n = (size_t)count, numbers = kernel == matrix ? n * n : 0;
  results = (double*)malloc(n * sizeof(double));
  wanted = (double*)malloc(n * sizeof(double));
  left_matrix = (double*)malloc((numbers + 1) * sizeof(double));
  right_matrix = (double*)malloc((numbers + 1) * sizeof(double));
  product = (double*)malloc((numbers + 1) * sizeof(double));
  for (size_t i = 0; i < numbers; ++i) left_matrix[i] = (double)(i % 13), right_matrix[i] = (double)(i % 7);
  for (long i = 0; i < count; ++i) wanted[i] = value_of(i);
}
static inline void reset_kernels(const Run* run) {
  (void)run;
  for (long i = 0; i < count; ++i) results[i] = -1;
}
static inline double check_kernels(const Run* run) {
  (void)run;
  for (long i = 0; i < count; ++i)
    if (!(fabs(results[i] - wanted[i]) <= 1e-9 * fabs(wanted[i]))) {
      fprintf(stderr, "loop_kernels: iteration %ld gives %g, not %g\n", i, results[i], wanted[i]);
      return -1;
    }
  return (double)count;
}

#ifdef __cplusplus
static constexpr Problem kernels_by(Version version) {
  return {
      .name = "loop_kernels",
      .summary = "loops of unequal iterations: Mandelbrot, Black-Scholes, primes, a matrix product",
      .operation = "iterations",
      .parameters = parameters,
      .versions = {version},
      .prepare = prepare_kernels,
      .reset = reset_kernels,
      .check = check_kernels,
  };
}
#endif
