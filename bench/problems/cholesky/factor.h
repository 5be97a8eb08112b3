// The instance of the Cholesky factorisation A = L L^T (DPOTRF, lower), its four tile kernels
// and the check, for all versions.
//
// The tiled algorithm: A. Buttari, J. Langou, J. Kurzak, J. Dongarra, "A class of parallel tiled linear algebra
// algorithms for multicore architectures", Parallel Computing 35 (2009). Run by X-OpenMP (2024), section 5.2, on
// PLASMA's version of it.
#pragma once

#include <math.h>

#include "tiles.h"

enum { n_parameter, tile_parameter };

// clang-format off
static const Parameter parameters[] = {
    {"n", "rows of the matrix", {768, 2560, 6144, 10240}, 1, 100000},
    {"tile", "rows of a tile", {64, 128, 192, 256}, 1, 100000},
    {NULL, NULL, {0, 0, 0, 0}, 0, 0},
};
// clang-format on

extern
#ifdef __cplusplus
    "C"
#endif
    void
    dpotrf_(const char* triangle, const int* n, double* a, const int* leading, int* info, size_t triangle_length);

static Matrix a;                  // the lower tiles: A, then L
static double *probe, *expected;  // x and A x
static int not_definite;          // a diagonal tile could not be factored

static inline double input(int i, int j) { return input_number(0, i, j) + (i == j ? a.n : 0); }

// A is strictly diagonally dominant, therefore positive definite.
static inline void prepare(const Run* run) {
  use_one_library_thread();
  const int n = (int)parameter(run, n_parameter);
  a = new_matrix(n, run->version[0] == 'b' ? n : (int)parameter(run, tile_parameter));
  probe = new_numbers((size_t)n);
  expected = new_numbers((size_t)n);
  for (int i = 0; i < n; ++i) {
    probe[i] = input_number(1, i, 0);
    expected[i] = 0;
  }
  for (int j = 0; j < n; ++j) {
    for (int i = j; i < n; ++i) {
      const double value = input(i, j);
      expected[i] += value * probe[j];
      if (i != j) expected[j] += value * probe[i];
    }
  }
}

static inline void reset(const Run* run) {
  (void)run;
  not_definite = 0;
  for (int j = 0; j < a.n; ++j) {
    for (int t = j / a.tile; t < a.tiles; ++t) {
      double* column = column_of(&a, t, j);
      for (int r = 0; r < rows_of(&a, t); ++r) column[r] = input(t * a.tile + r, j);
    }
  }
}

static inline void factor(int k) {
  const int n = rows_of(&a, k);
  int info = 0;
  dpotrf_("L", &n, tile_of(&a, k, k), &a.tile, &info, 1);
  if (info != 0) not_definite = 1;  // diagonal tiles come one after the other
}

static inline void solve(int i, int k) {
  cblas_dtrsm(CblasColMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, rows_of(&a, i), rows_of(&a, k), 1,
              tile_of(&a, k, k), a.tile, tile_of(&a, i, k), a.tile);
}

static inline void update_diagonal(int i, int k) {
  cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, rows_of(&a, i), rows_of(&a, k), -1, tile_of(&a, i, k), a.tile, 1,
              tile_of(&a, i, i), a.tile);
}

static inline void update(int i, int j, int k) {
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, rows_of(&a, i), rows_of(&a, j), rows_of(&a, k), -1,
              tile_of(&a, i, k), a.tile, tile_of(&a, j, k), a.tile, 1, tile_of(&a, i, j), a.tile);
}

// The part of column j of L in row t of the tiles: where it begins in that tile (the numbers
// above the diagonal are not L's).
static inline int first_row(int t, int j) { return t * a.tile < j ? j - t * a.tile : 0; }

static inline void multiply_by_factor(const double* x, double* product, double* y) {  // product = L^T x, y = L product
  for (int i = 0; i < a.n; ++i) y[i] = 0;
  for (int j = 0; j < a.n; ++j) {
    product[j] = 0;
    for (int t = j / a.tile; t < a.tiles; ++t) {
      const double* column = column_of(&a, t, j);
      for (int r = first_row(t, j); r < rows_of(&a, t); ++r) product[j] += column[r] * x[t * a.tile + r];
    }
    for (int t = j / a.tile; t < a.tiles; ++t) {
      const double* column = column_of(&a, t, j);
      for (int r = first_row(t, j); r < rows_of(&a, t); ++r) y[t * a.tile + r] += column[r] * product[j];
    }
  }
}

// One random vector: ||A x - L (L^T x)|| against what rounding explains, n eps ||A|| ||x||. A tile that was forgotten
// or used too early is orders of magnitude above that.
static inline double check(const Run* run) {
  (void)run;
  const double n = a.n, most = 10 * n * 0x1p-52 * (1.5 * n) * largest(probe, a.n);
  double *product = new_numbers((size_t)a.n), *y = new_numbers((size_t)a.n);
  multiply_by_factor(probe, product, y);
  for (int i = 0; i < a.n; ++i) y[i] -= expected[i];
  const double error = largest(y, a.n);
  free(product);
  free(y);
  if (!not_definite && error <= most) return n * n * n / 3 + n * n / 2 + n / 6;
  fprintf(stderr, "cholesky: ||A x - L L^T x|| is %g, more than %g%s\n", error, most,
          not_definite ? "; a diagonal tile was not positive definite" : "");
  return -1;
}

static inline void write_metrics(const Run* run, double wall_s, FILE* out) {
  (void)run;
  const double n = a.n;
  fprintf(out, ", \"gflops\": %.6g", (n * n * n / 3 + n * n / 2 + n / 6) / wall_s * 1e-9);
}
