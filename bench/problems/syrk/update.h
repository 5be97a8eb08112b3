// The instance of the symmetric rank-k update C = A A^T + C (DSYRK, lower, k = n), its tile kernel and the check, for
// all versions. Tiled as in PLASMA; run so by X-OpenMP (2024), section 5.2.
#pragma once

#include <math.h>

#include "../cholesky/tiles.h"

enum { n_parameter, tile_parameter };

// clang-format off
static const Parameter parameters[] = {
    {"n", "rows of the matrices", {512, 1792, 4096, 7168}, 1, 100000},
    {"tile", "rows of a tile", {64, 128, 192, 256}, 1, 100000},
    {NULL, NULL, {0, 0, 0, 0}, 0, 0},
};
// clang-format on

enum { matrix_a, matrix_c, vector_x };

static Matrix a, c;               // of c only the lower tiles
static double *probe, *expected;  // x and (A A^T + C) x

static inline void fill(const Matrix* m, int which, int first_tile_row(int j)) {
  for (int j = 0; j < m->n; ++j) {
    for (int t = first_tile_row(j); t < m->tiles; ++t) {
      double* column = column_of(m, t, j);
      for (int r = 0; r < rows_of(m, t); ++r) column[r] = input_number(which, t * m->tile + r, j);
    }
  }
}

static inline int top(int j) { return (void)j, 0; }
static inline int diagonal(int j) { return j / c.tile; }

// The part of column j of the lower triangle in row t of the tiles: where it begins in that tile.
static inline int first_row(int t, int j) { return t * c.tile < j ? j - t * c.tile : 0; }

static inline void add_symmetric_product(const double* x, double* y) {  // y += C x
  for (int j = 0; j < c.n; ++j) {
    for (int t = j / c.tile; t < c.tiles; ++t) {
      const double* column = column_of(&c, t, j);
      for (int r = first_row(t, j); r < rows_of(&c, t); ++r) {
        const int i = t * c.tile + r;
        y[i] += column[r] * x[j];
        if (i != j) y[j] += column[r] * x[i];
      }
    }
  }
}

static inline void add_square_product(const double* x, double* y) {  // y += A (A^T x)
  for (int j = 0; j < a.n; ++j) {
    double product = 0;
    for (int i = 0; i < a.n; ++i) product += column_of(&a, i / a.tile, j)[i % a.tile] * x[i];
    for (int i = 0; i < a.n; ++i) y[i] += column_of(&a, i / a.tile, j)[i % a.tile] * product;
  }
}

static inline void reset(const Run* run) {
  (void)run;
  fill(&c, matrix_c, diagonal);
}

static inline void prepare(const Run* run) {
  use_one_library_thread();
  const int n = (int)parameter(run, n_parameter);
  const int tile = run->version[0] == 'b' ? n : (int)parameter(run, tile_parameter);
  a = new_matrix(n, tile);
  c = new_matrix(n, tile);
  probe = new_numbers((size_t)n);
  expected = new_numbers((size_t)n);
  for (int i = 0; i < n; ++i) {
    probe[i] = input_number(vector_x, i, 0);
    expected[i] = 0;
  }
  fill(&a, matrix_a, top);
  fill(&c, matrix_c, diagonal);
  add_symmetric_product(probe, expected);
  add_square_product(probe, expected);
}

// Tile (i, j) of C takes the product of tiles (i, k) and (j, k) of A.
static inline void update(int i, int j, int k) {
  const double* left = tile_of(&a, i, k);
  double* target = tile_of(&c, i, j);
  if (i == j) {
    cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, rows_of(&a, i), rows_of(&a, k), 1, left, a.tile, 1, target,
                c.tile);
  } else {
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, rows_of(&a, i), rows_of(&a, j), rows_of(&a, k), 1, left,
                a.tile, tile_of(&a, j, k), a.tile, 1, target, c.tile);
  }
}

static inline double operations(void) { return (double)a.n * a.n * (a.n + 1.0); }

// One random vector: C x against A (A^T x) + C0 x. The bound is what rounding explains, n eps |A| |A^T| |x|, where
// numbers are about a quarter; a product forgotten, or lost in a race, is orders of magnitude above it.
static inline double check(const Run* run) {
  (void)run;
  const double n = a.n, most = 10 * n * 0x1p-52 * (n * n / 64 + n);
  double* y = new_numbers((size_t)a.n);
  for (int i = 0; i < a.n; ++i) y[i] = -expected[i];
  add_symmetric_product(probe, y);
  const double error = largest(y, a.n);
  free(y);
  if (error <= most) return operations();
  fprintf(stderr, "syrk: ||C x - (A A^T + C0) x|| is %g, more than %g\n", error, most);
  return -1;
}

static inline void write_metrics(const Run* run, double wall_s, FILE* out) {
  (void)run;
  fprintf(out, ", \"gflops\": %.6g", operations() / wall_s * 1e-9);
}
