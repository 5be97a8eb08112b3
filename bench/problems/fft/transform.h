// What all versions of fft share: the points, the parameters, the passes of a transform, the check.
#pragma once

#include <cmath>
#include <utility>
#include <vector>

#include "../../harness/problem.h"

enum { log2_parameter, base_parameter, grain_parameter };

static const Parameter parameters[] = {
    {"log2", "of the number of points", {17, 23, 25, 26}, 2, 30},
    {"base", "so many points are transformed, or passed over, without further cuts", {256, 256, 256, 256}, 4, 1 << 30},
    {"grain",
     "no tasks for so many points or fewer, where a cut-off is asked for",
     {4096, 16384, 16384, 16384},
     0,
     1 << 30},
    {},
};

// std::complex would look for infinities in every product.
struct Complex {
  double re, im;
};
static Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
static Complex operator-(Complex a, Complex b) { return {a.re - b.re, a.im - b.im}; }
static Complex operator*(Complex a, Complex b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
static double distance(Complex a, Complex b) { return std::abs(a.re - b.re) + std::abs(a.im - b.im); }

// Written by prepare(); constant then.
static ptrdiff_t base, grain;
static std::vector<Complex> expected;
// For the transforms of 4^level or twice as many points: the first quarter of the powers of their root of one.
static std::vector<Complex> roots[16];

static std::vector<Complex> points, scratch;

static const Complex* roots_of(ptrdiff_t n) {
  return roots[__builtin_ctzll(static_cast<unsigned long long>(n)) / 2].data();
}

// The transform of four points that have been turned: {1, -i, -1, i} to the power of row times column.
static void turn_four(Complex a, Complex b, Complex c, Complex d, Complex out[4]) {
  const Complex even = a + c, odd = a - c, sum = b + d, turned = {b.im - d.im, d.re - b.re};
  out[0] = even + sum;
  out[1] = odd + turned;
  out[2] = even - sum;
  out[3] = odd - turned;
}

// Points 4 k, 4 k + 1, ... go to the first, the second, ... quarter.
struct Unshuffle {
  const Complex* from;
  Complex* to;
  ptrdiff_t quarter;

  void operator()(ptrdiff_t first, ptrdiff_t last) const {
    for (ptrdiff_t k = first; k < last; ++k)
      for (ptrdiff_t j = 0; j < 4; ++j) to[j * quarter + k] = from[4 * k + j];
  }
};

// From the quarters' transforms to that of the whole.
struct Combine {
  const Complex* from;
  Complex* to;
  ptrdiff_t quarter;

  void operator()(ptrdiff_t first, ptrdiff_t last) const {
    const Complex* const turns = roots_of(4 * quarter);
    for (ptrdiff_t k = first; k < last; ++k) {
      const Complex once = turns[k], twice = once * once;
      Complex out[4];
      turn_four(from[k], once * from[quarter + k], twice * from[2 * quarter + k], once * twice * from[3 * quarter + k],
                out);
      for (ptrdiff_t j = 0; j < 4; ++j) to[j * quarter + k] = out[j];
    }
  }
};

// A pass of Stockham's algorithm: `count` transforms of n points, interleaved, become 4 times as many of a quarter.
static void pass(const Complex* from, Complex* to, ptrdiff_t n, ptrdiff_t count) {
  const ptrdiff_t quarter = n / 4;
  const Complex* const turns = roots_of(n);
  for (ptrdiff_t k = 0; k < quarter; ++k) {
    const Complex once = turns[k], twice = once * once, thrice = once * twice;
    for (ptrdiff_t i = 0; i < count; ++i) {
      const Complex* const in = from + k * count + i;
      Complex* const at = to + 4 * k * count + i;
      Complex out[4];
      turn_four(in[0], in[quarter * count], in[2 * quarter * count], in[3 * quarter * count], out);
      at[0] = out[0];
      at[count] = once * out[1];
      at[2 * count] = twice * out[2];
      at[3 * count] = thrice * out[3];
    }
  }
}

// In place, for few points. `other` has room for as many.
static void transform_few(Complex* x, Complex* other, ptrdiff_t n) {
  Complex *from = x, *to = other;
  ptrdiff_t left = n;
  for (; left >= 4; left /= 4) {
    pass(from, to, left, n / left);
    std::swap(from, to);
  }
  if (left == 2) {
    for (ptrdiff_t i = 0; i < n / 2; ++i) {
      const Complex a = from[i], b = from[n / 2 + i];
      to[i] = a + b;
      to[n / 2 + i] = a - b;
    }
    std::swap(from, to);
  }
  if (from != x) std::copy(from, from + n, x);
}

// The serial program, and what tasks do where they are cut off.
static void transform(Complex* x, Complex* other, ptrdiff_t n) {
  if (n <= base) return transform_few(x, other, n);
  const ptrdiff_t quarter = n / 4;
  Unshuffle{x, other, quarter}(0, quarter);
  for (ptrdiff_t j = 0; j < 4; ++j) transform(other + j * quarter, x + j * quarter, quarter);
  Combine{other, x, quarter}(0, quarter);
}

static void reset(const Run*) {
  uint64_t state = 1;
  const auto random = [&state] { return static_cast<double>(next_random(&state) >> 11) * 0x1p-53 - 0.5; };
  for (Complex& point : points) {
    point.re = random();
    point.im = random();
  }
}

static void make_roots(ptrdiff_t n) {
  std::vector<Complex>& powers = roots[__builtin_ctzll(static_cast<unsigned long long>(n)) / 2];
  powers.resize(static_cast<size_t>(n / 4));
  double k = 0;
  for (Complex& power : powers) {
    const double angle = -2 * M_PI * k++ / static_cast<double>(n);
    power = {std::cos(angle), std::sin(angle)};
  }
}

// Point k of the transform by its definition.
static Complex transformed_point(ptrdiff_t k) {
  const ptrdiff_t n = static_cast<ptrdiff_t>(points.size()), quarter = n / 4;
  Complex sums[4] = {};
  for (ptrdiff_t i = 0, power = 0; i < n; ++i, power = (power + k) % n)
    sums[power / quarter] = sums[power / quarter] + points[static_cast<size_t>(i)] * roots_of(n)[power % quarter];
  const Complex even = sums[0] - sums[2], odd = sums[1] - sums[3];
  return {even.re + odd.im, even.im - odd.re};
}

// The serial result is what all versions are compared with; some of its points are compared with the definition.
static void prepare(const Run* run) {
  const ptrdiff_t n = ptrdiff_t{1} << static_cast<int>(parameter(run, log2_parameter));
  base = static_cast<ptrdiff_t>(parameter(run, base_parameter));
  grain = static_cast<ptrdiff_t>(parameter(run, grain_parameter));
  for (ptrdiff_t m = n; m >= 4; m /= 4) make_roots(m);
  points.resize(static_cast<size_t>(n));
  scratch.resize(static_cast<size_t>(n));
  reset(run);
  const ptrdiff_t some[] = {0, 1, n / 3, n - 1};
  Complex by_definition[4];
  for (int i = 0; i < 4; ++i) by_definition[i] = transformed_point(some[i]);
  transform(points.data(), scratch.data(), n);
  expected = points;
  for (int i = 0; i < 4; ++i) {
    Complex& point = expected[static_cast<size_t>(some[i])];
    if (!(distance(point, by_definition[i]) < 1e-12 * std::sqrt(static_cast<double>(n)))) point = {NAN, NAN};
  }
}

static double check(const Run* run) {
  const double n = static_cast<double>(points.size());
  for (size_t k = 0; k < points.size(); ++k) {
    if (distance(points[k], expected[k]) < 1e-13 * std::sqrt(n)) continue;
    fprintf(stderr, "fft: point %zu is %g %+gi, not %g %+gi\n", k, points[k].re, points[k].im, expected[k].re,
            expected[k].im);
    return -1;
  }
  return 5 * n * parameter(run, log2_parameter);
}
