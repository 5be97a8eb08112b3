// What all versions of strassen share: the matrices, the parameters, one step of the recursion, the check.
#pragma once

#include <cmath>
#include <memory>
#include <vector>

#include "../../harness/problem.h"

enum { n_parameter, base_parameter, depth_parameter };

static const Parameter parameters[] = {
    {"n", "rows and columns", {256, 1024, 2048, 4096}, 1, 32768},
    {"base", "matrices of so many rows, or an odd number, are multiplied as they stand", {64, 64, 64, 64}, 1, 32768},
    {"depth", "levels with tasks, where a cut-off is asked for", {2, 2, 3, 3}, 0, 30},
    {},
};

// Written by prepare(); constant then.
static ptrdiff_t base;
static std::vector<double> left, right;

static std::vector<double> result;

// A square part of a larger one, row after row.
struct Matrix {
  double* first;
  ptrdiff_t stride;

  double* row(ptrdiff_t i) const { return first + i * stride; }
  Matrix part(ptrdiff_t row, ptrdiff_t column) const { return {first + row * stride + column, stride}; }
};

// c = a b
struct Product {
  Matrix c, a, b;
  ptrdiff_t n;

  bool is_small() const { return n <= base || n % 2 != 0; }
};

static void multiply_small(const Product& p) {
  for (ptrdiff_t i = 0; i < p.n; ++i) {
    double* __restrict c = p.c.row(i);
    const double* const a = p.a.row(i);
    for (ptrdiff_t j = 0; j < p.n; ++j) c[j] = 0;
    ptrdiff_t k = 0;
    for (; k + 4 <= p.n; k += 4) {
      const double *b0 = p.b.row(k), *b1 = p.b.row(k + 1), *b2 = p.b.row(k + 2), *b3 = p.b.row(k + 3);
      for (ptrdiff_t j = 0; j < p.n; ++j)
        c[j] += a[k] * b0[j] + a[k + 1] * b1[j] + (a[k + 2] * b2[j] + a[k + 3] * b3[j]);
    }
    for (; k < p.n; ++k)
      for (ptrdiff_t j = 0; j < p.n; ++j) c[j] += a[k] * p.b.row(k)[j];
  }
}

// Winograd's form of a step: 8 sums of quarters of a and b, 7 products, 7 sums of these.
class Step {
 public:
  explicit Step(const Product& whole);

  Product products[7];

  void combine() const;

 private:
  enum { temporaries = 11 };

  Matrix temporary(int i) const { return {memory_.get() + i * half_ * half_, half_}; }

  Matrix c_;
  ptrdiff_t half_;
  std::unique_ptr<double[]> memory_;
};

inline Step::Step(const Product& whole)
    : c_(whole.c), half_(whole.n / 2), memory_(new double[static_cast<size_t>(temporaries * half_ * half_)]) {
  const ptrdiff_t h = half_;
  const Matrix a11 = whole.a, a12 = whole.a.part(0, h), a21 = whole.a.part(h, 0), a22 = whole.a.part(h, h);
  const Matrix b11 = whole.b, b12 = whole.b.part(0, h), b21 = whole.b.part(h, 0), b22 = whole.b.part(h, h);
  const Matrix s1 = temporary(0), s2 = temporary(1), s3 = temporary(2), s4 = temporary(3);
  const Matrix t1 = temporary(4), t2 = temporary(5), t3 = temporary(6), t4 = temporary(7);
  for (ptrdiff_t i = 0; i < h; ++i) {
    for (ptrdiff_t j = 0; j < h; ++j) {
      s1.row(i)[j] = a21.row(i)[j] + a22.row(i)[j];
      s2.row(i)[j] = s1.row(i)[j] - a11.row(i)[j];
      s3.row(i)[j] = a11.row(i)[j] - a21.row(i)[j];
      s4.row(i)[j] = a12.row(i)[j] - s2.row(i)[j];
      t1.row(i)[j] = b12.row(i)[j] - b11.row(i)[j];
      t2.row(i)[j] = b22.row(i)[j] - t1.row(i)[j];
      t3.row(i)[j] = b22.row(i)[j] - b12.row(i)[j];
      t4.row(i)[j] = t2.row(i)[j] - b21.row(i)[j];
    }
  }
  const Matrix c11 = c_, c12 = c_.part(0, h), c21 = c_.part(h, 0), c22 = c_.part(h, h);
  const Product all[] = {{temporary(8), a11, b11, h}, {c11, a12, b21, h}, {c12, s4, b22, h},
                         {c21, a22, t4, h},           {c22, s1, t1, h},   {temporary(9), s2, t2, h},
                         {temporary(10), s3, t3, h}};
  for (int i = 0; i < 7; ++i) products[i] = all[i];
}

inline void Step::combine() const {
  for (ptrdiff_t i = 0; i < half_; ++i) {
    double *c11 = c_.row(i), *c12 = c11 + half_, *c21 = c_.row(half_ + i), *c22 = c21 + half_;
    const double *p1 = temporary(8).row(i), *p6 = temporary(9).row(i), *p7 = temporary(10).row(i);
    for (ptrdiff_t j = 0; j < half_; ++j) {
      const double u2 = p1[j] + p6[j], u3 = u2 + p7[j], p5 = c22[j];
      c11[j] += p1[j];
      c12[j] += u2 + p5;
      c21[j] = u3 - c21[j];
      c22[j] = u3 + p5;
    }
  }
}

// The serial program, and what tasks do where they are cut off.
static void multiply(const Product& p) {
  if (p.is_small()) return multiply_small(p);
  const Step step(p);
  for (const Product& each : step.products) multiply(each);
  step.combine();
}

static Product whole_product(const Run* run) {
  const ptrdiff_t n = static_cast<ptrdiff_t>(parameter(run, n_parameter));
  return {{result.data(), n}, {left.data(), n}, {right.data(), n}, n};
}

static void reset(const Run*) { result.assign(result.size(), NAN); }

static void prepare(const Run* run) {
  const size_t n = static_cast<size_t>(parameter(run, n_parameter));
  base = static_cast<ptrdiff_t>(parameter(run, base_parameter));
  uint64_t state = 1;
  for (std::vector<double>* matrix : {&left, &right}) {
    matrix->resize(n * n);
    for (double& element : *matrix) element = static_cast<double>(next_random(&state) >> 11) * 0x1p-53 - 0.5;
  }
  result.resize(n * n);
}

static std::vector<double> times(const Matrix& matrix, const std::vector<double>& x) {
  std::vector<double> y(x.size());
  for (size_t i = 0; i < x.size(); ++i)
    for (size_t j = 0; j < x.size(); ++j) y[i] += matrix.row(static_cast<ptrdiff_t>(i))[j] * x[j];
  return y;
}

// Freivalds' check: c x = a (b x) for a vector x of signs, another one each time.
static double check(const Run* run) {
  static uint64_t state = 2;
  const double n = parameter(run, n_parameter);
  std::vector<double> x(static_cast<size_t>(n));
  for (double& sign : x) sign = next_random(&state) % 2 ? 1 : -1;
  const Product p = whole_product(run);
  const std::vector<double> cx = times(p.c, x), abx = times(p.a, times(p.b, x));
  for (size_t i = 0; i < x.size(); ++i) {
    if (std::abs(cx[i] - abx[i]) < 1e-10 * n) continue;
    fprintf(stderr, "strassen: row %zu of the product is wrong: %g, not %g, with a vector of signs\n", i, cx[i],
            abx[i]);
    return -1;
  }
  return 2 * n * n * n;
}
