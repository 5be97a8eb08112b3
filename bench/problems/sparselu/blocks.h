// What all versions of sparselu share: the matrix of blocks, the parameters, the four operations on blocks, the check.
#pragma once

#include <cmath>
#include <cstring>
#include <vector>

#include "../../harness/problem.h"

enum { blocks_parameter, rows_parameter };

static const Parameter parameters[] = {
    {"blocks", "in a row of the matrix", {16, 32, 36, 60}, 1, 1000},
    {"rows", "of a block, and columns", {32, 64, 100, 100}, 1, 1000},
    {},
};

// Written by prepare(); constant then.
static int blocks, rows;
static std::vector<double> expected;
static double operations;

// Room for all blocks; those that are absent are zero. A block becomes present when it is filled in.
static std::vector<double> elements;
static std::vector<char> presence;

static char& present(int i, int j) { return presence[static_cast<size_t>(i * blocks + j)]; }
static size_t block_size() { return static_cast<size_t>(rows) * static_cast<size_t>(rows); }
static double* block(int i, int j) { return elements.data() + static_cast<size_t>(i * blocks + j) * block_size(); }

// The four operations. Compiled once each, so that all versions round alike.

// d = L U: L below the diagonal, which is all ones, U above it.
[[gnu::noinline]] static void factor(double* d) {
  const ptrdiff_t n = rows;
  for (ptrdiff_t k = 0; k < n; ++k)
    for (ptrdiff_t i = k + 1; i < n; ++i) {
      const double f = d[i * n + k] /= d[k * n + k];
      for (ptrdiff_t j = k + 1; j < n; ++j) d[i * n + j] -= f * d[k * n + j];
    }
}

// b = L^-1 b, a block to the right of the diagonal.
[[gnu::noinline]] static void solve_right(const double* __restrict d, double* __restrict b) {
  const ptrdiff_t n = rows;
  for (ptrdiff_t k = 0; k < n; ++k)
    for (ptrdiff_t i = k + 1; i < n; ++i)
      for (ptrdiff_t j = 0; j < n; ++j) b[i * n + j] -= d[i * n + k] * b[k * n + j];
}

// b = b U^-1, a block below the diagonal.
[[gnu::noinline]] static void solve_below(const double* __restrict d, double* __restrict b) {
  const ptrdiff_t n = rows;
  for (ptrdiff_t i = 0; i < n; ++i)
    for (ptrdiff_t k = 0; k < n; ++k) {
      const double f = b[i * n + k] /= d[k * n + k];
      for (ptrdiff_t j = k + 1; j < n; ++j) b[i * n + j] -= f * d[k * n + j];
    }
}

// c = c - a b
[[gnu::noinline]] static void update(const double* __restrict a, const double* __restrict b, double* __restrict c) {
  const ptrdiff_t n = rows;
  for (ptrdiff_t i = 0; i < n; ++i)
    for (ptrdiff_t k = 0; k < n; ++k)
      for (ptrdiff_t j = 0; j < n; ++j) c[i * n + j] -= a[i * n + k] * b[k * n + j];
}

static void factor_matrix() {
  for (int k = 0; k < blocks; ++k) {
    factor(block(k, k));
    for (int j = k + 1; j < blocks; ++j)
      if (present(k, j)) solve_right(block(k, k), block(k, j));
    for (int i = k + 1; i < blocks; ++i)
      if (present(i, k)) solve_below(block(k, k), block(i, k));
    for (int i = k + 1; i < blocks; ++i)
      for (int j = k + 1; j < blocks; ++j) {
        if (!present(i, k) || !present(k, j)) continue;
        update(block(i, k), block(k, j), block(i, j));
        present(i, j) = true;
      }
  }
}

// The diagonal, its neighbours and one in eight of the others, at random. Diagonals are large: there is no pivoting.
static void reset(const Run*) {
  uint64_t state = 1;
  for (int i = 0; i < blocks; ++i)
    for (int j = 0; j < blocks; ++j) {
      double* const b = block(i, j);
      present(i, j) = next_random(&state) % 8 == 0 || std::abs(i - j) < 2;
      if (!present(i, j)) std::memset(b, 0, block_size() * sizeof(double));
      else
        for (size_t e = 0; e < block_size(); ++e) b[e] = static_cast<double>(next_random(&state) >> 11) * 0x1p-53 - 0.5;
      for (int r = 0; i == j && r < rows; ++r) b[r * rows + r] += blocks * rows;
    }
}

// The product of the matrix and x; of L and x; of U and x.
enum class Part { all, lower, upper };
static std::vector<double> times(Part part, const std::vector<double>& x) {
  const int n = blocks * rows;
  std::vector<double> y(x.size());
  for (int row = 0; row < n; ++row) {
    const int first = part == Part::upper ? row : 0, last = part == Part::lower ? row : n;
    double sum = part == Part::lower ? x[static_cast<size_t>(row)] : 0;
    for (int column = first; column < last; ++column)
      sum += block(row / rows, column / rows)[row % rows * rows + column % rows] * x[static_cast<size_t>(column)];
    y[static_cast<size_t>(row)] = sum;
  }
  return y;
}

static double count_operations() {
  double count = blocks;
  for (int k = 0; k < blocks; ++k) {
    int right = 0, below = 0;
    for (int i = k + 1; i < blocks; ++i) {
      right += present(k, i);
      below += present(i, k);
    }
    count += right + below + right * below;
  }
  return count;
}

// The serial result is what all versions are compared with; it is checked by L (U x) = A x for some x.
static void prepare(const Run* run) {
  blocks = static_cast<int>(parameter(run, blocks_parameter));
  rows = static_cast<int>(parameter(run, rows_parameter));
  presence.resize(static_cast<size_t>(blocks * blocks));
  elements.resize(presence.size() * block_size());
  reset(run);
  uint64_t state = 2;
  std::vector<double> x(static_cast<size_t>(blocks * rows));
  for (double& sign : x) sign = next_random(&state) % 2 ? 1 : -1;
  const std::vector<double> before = times(Part::all, x);
  factor_matrix();
  const std::vector<double> after = times(Part::lower, times(Part::upper, x));
  operations = count_operations();
  expected = elements;
  for (size_t i = 0; i < x.size(); ++i)
    if (!(std::abs(after[i] - before[i]) < 1e-10 * static_cast<double>(x.size()))) expected[0] = NAN;
}

// Bit by bit: each block sees the same operations in the same order.
static double check(const Run*) {
  if (elements == expected) return operations;
  fprintf(stderr, "sparselu: the factors are not those of the serial program\n");
  return -1;
}
