// Square matrices in tiles, each tile stored by columns on its own, as PLASMA lays them out: what cholesky and syrk
// share, in C and in C++. A version that calls the library once has one tile as large as the matrix.
#pragma once

#include <cblas.h>
#include <stdlib.h>

#include "../../harness/problem.h"

typedef struct Matrix {
  int n;
  int tile;   // rows of a tile, and its leading dimension; the last row and column of tiles may be smaller
  int tiles;  // in a row or a column
  double* values;
} Matrix;

static inline int rows_of(const Matrix* m, int i) {
  const int left = m->n - i * m->tile;
  return left < m->tile ? left : m->tile;
}

static inline double* tile_of(const Matrix* m, int i, int j) {
  return m->values + ((size_t)j * (size_t)m->tiles + (size_t)i) * (size_t)m->tile * (size_t)m->tile;
}

// Column j of the matrix as far as it lies in row t of the tiles: rows_of(m, t) numbers,
// of rows t * tile and following.
static inline double* column_of(const Matrix* m, int t, int j) {
  return tile_of(m, t, j / m->tile) + (size_t)(j % m->tile) * (size_t)m->tile;
}

static inline double* new_numbers(size_t count) {
  double* numbers = (double*)aligned_alloc(64, (count * sizeof(double) + 63) / 64 * 64);
  if (numbers) return numbers;
  fprintf(stderr, "%s: no memory for %zu numbers\n", problem.name, count);
  exit(1);
}

static inline Matrix new_matrix(int n, int tile) {
  Matrix m = {n, tile < n ? tile : n, 0, NULL};
  m.tiles = (n + m.tile - 1) / m.tile;
  const size_t side = (size_t)m.tiles * (size_t)m.tile;
  m.values = new_numbers(side * side);
  return m;
}

// The number at (i, j) of input matrix `which`: from -0.5 to 0.5, the same in every run and for every tile size.
static inline double input_number(int which, int i, int j) {
  uint64_t state = (uint64_t)which << 56 | (uint64_t)i << 28 | (uint64_t)j;
  return (double)(next_random(&state) >> 11) * 0x1p-53 - 0.5;
}

static inline double largest(const double* x, int n) {
  double most = 0;
  for (int i = 0; i < n; ++i) {
    const double size = x[i] < 0 ? -x[i] : x[i];
    if (!(size <= most)) most = size;  // also what is not a number
  }
  return most;
}

// The programs call the library from threads of their own, and it shall not bring any. (Its build without threads is no
// way to get that: it has no locks either, and calls from two threads destroy each other's results.)
static inline void use_one_library_thread(void) { openblas_set_num_threads(1); }
