// What all versions of matmul share: the matrices, the parameters, the quarters of a product, the plain product, the check.
#pragma once

#include <stdlib.h>
#include <string.h>

#include "../../harness/problem.h"

enum { n_parameter, base_parameter };

static const Parameter parameters[] = {
    {"n", "rows and columns", {128, 512, 1024, 2048}, 1, 16384},
    {"base", "matrices of so many rows, or an odd number, are multiplied as they stand", {32, 32, 32, 32}, 1, 16384},
    {},
};

// Written by prepare(); constant then, but for what `result` points to.
static int side, base;
static int *left, *right, *result;

enum { quarters = 4, rounds = 2 };

// c += a b; each is a square part of a matrix with `side` columns.
struct Product {
  const int *a, *b;
  int* c;
  int n;

  bool is_small() const { return n <= base || n % 2 != 0; }

  // One of the four products of a round, each of which adds to its own quarter of c. A quarter of c has a product of both
  // rounds, so the second round begins when the first has ended.
  Product quarter(int round, int i) const {
    const ptrdiff_t half = n / 2, below = half * side;
    return {a + i / 2 * below + round * half, b + round * below + i % 2 * half, c + i / 2 * below + i % 2 * half,
            n / 2};
  }
};

// What the loops read is copied first: the compiler cannot know that a store of an int changes none of it.
static inline void multiply_small(const Product& p) {
  const ptrdiff_t n = p.n, columns = side;
  const int *const a = p.a, *const b = p.b;
  int* __restrict const c = p.c;
  for (ptrdiff_t i = 0; i < n; ++i)
    for (ptrdiff_t k = 0; k < n; ++k)
      for (ptrdiff_t j = 0; j < n; ++j) c[i * columns + j] += a[i * columns + k] * b[k * columns + j];
}

// The serial program.
static void multiply(const Product& p) {
  if (p.is_small()) return multiply_small(p);
  for (int round = 0; round < rounds; ++round)
    for (int i = 0; i < quarters; ++i) multiply(p.quarter(round, i));
}

static Product whole_product() { return {left, right, result, side}; }

static size_t bytes_of_matrix() { return sizeof(int) * static_cast<size_t>(side) * static_cast<size_t>(side); }

// Rows of a power of two bytes fall on the same few sets of the caches; where the matrices begin within a page decides
// which, and with it up to a third of the time. Allocators differ in that. So each matrix begins a page.
static int* page_aligned_matrix() {
  enum { page = 4096 };
  return static_cast<int*>(aligned_alloc(page, (bytes_of_matrix() + page - 1) / page * page));
}

static void reset(const Run*) { memset(result, 0, bytes_of_matrix()); }

static void prepare(const Run* run) {
  side = static_cast<int>(parameter(run, n_parameter));
  base = static_cast<int>(parameter(run, base_parameter));
  left = page_aligned_matrix(), right = page_aligned_matrix(), result = page_aligned_matrix();
  if (!left || !right || !result) {
    fprintf(stderr, "matmul: no memory for matrices of %d rows\n", side);
    exit(1);
  }
  uint64_t state = 1;
  for (ptrdiff_t i = 0; i < static_cast<ptrdiff_t>(side) * side; ++i) {
    left[i] = static_cast<int>(next_random(&state) % 16);
    right[i] = static_cast<int>(next_random(&state) % 16);
  }
}

static void times_vector(const int* matrix, const long* vector, long* product) {
  for (ptrdiff_t i = 0; i < side; ++i) {
    product[i] = 0;
    for (ptrdiff_t j = 0; j < side; ++j) product[i] += matrix[i * side + j] * vector[j];
  }
}

// By Freivalds: c v = a (b v) for a vector v of signs. Elements are below 16, so nothing overflows.
static double check(const Run*) {
  enum { most_rows = 16384 };
  static long signs[most_rows], of_right[most_rows], of_both[most_rows], of_result[most_rows];
  uint64_t state = 2;
  for (ptrdiff_t i = 0; i < side; ++i) signs[i] = next_random(&state) % 2 ? 1 : -1;
  times_vector(right, signs, of_right);
  times_vector(left, of_right, of_both);
  times_vector(result, signs, of_result);
  for (ptrdiff_t i = 0; i < side; ++i) {
    if (of_result[i] == of_both[i]) continue;
    fprintf(stderr, "matmul: row %td is wrong\n", i);
    return -1;
  }
  return 2.0 * side * side * side;
}

// For ../nodes.h.
struct Node {
  static constexpr int rounds = ::rounds, most_children = quarters;
  static constexpr const char *name = "matmul", *summary = "product of two matrices of ints, by quarters",
                              *operation = "operations";
  static constexpr void (*prepare)(const Run*) = ::prepare, (*reset)(const Run*) = ::reset;

  struct Children {
    static constexpr int count = quarters;
    const Product& product;
    int round;

    Node operator[](int i) const { return {product.quarter(round, i)}; }
  };

  Product product;

  static Node root(const Run*) { return {whole_product()}; }
  static void keep(long) {}  // the product is in its place
  bool is_leaf() const { return product.is_small(); }
  long leaf() const {
    multiply_small(product);
    return 0;
  }
  Children children(int round) const { return {product, round}; }
};
