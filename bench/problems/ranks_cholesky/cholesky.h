// What the versions share: the tiled Cholesky factorisation A = L L^T of cholesky/ with the tiles shared out among processes, in a grid of
// processes that is as square as it can be. Tiles are as large as each other; each process has its own ones only.
#pragma once

#include <cblas.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "../with_mpi.h"

enum { n_parameter, tile_parameter };

static const Parameter parameters[] = {
    {"n", "rows of the matrix, a multiple of those of a tile", {256, 1536, 4096, 8192}, 1, 100000},
    {"tile", "rows of a tile", {64, 128, 128, 256}, 1, 10000},
    {NULL, NULL, {0, 0, 0, 0}, 0, 0},
};

extern "C" void dpotrf_(const char* triangle, const int* n, double* a, const int* leading, int* info,
                        std::size_t triangle_length);

using Tile = std::vector<double>;  // by columns

static int n, tile_rows, tiles;
static int grid_rows, grid_columns;          // of processes
static std::vector<Tile> factors;            // tiles of L that are this process's, the others empty
static std::vector<double> probe, expected;  // x and A x
static int not_definite;                     // a diagonal tile could not be factored

static inline int owner_of(int i, int j) { return i % grid_rows * grid_columns + j % grid_columns; }
static inline Tile& factor_at(int i, int j) {
  return factors[static_cast<std::size_t>(i) * static_cast<std::size_t>(tiles) + static_cast<std::size_t>(j)];
}

// From -0.5 to 0.5, and large on the diagonal: the matrix is positive definite.
static inline double input(int i, int j) {
  std::uint64_t state = static_cast<std::uint64_t>(i < j ? j : i) << 28 | static_cast<std::uint64_t>(i < j ? i : j);
  return static_cast<double>(next_random(&state) >> 11) * 0x1p-53 - 0.5 + (i == j ? n : 0);
}
static inline Tile input_tile(int ti, int tj) {
  Tile t(static_cast<std::size_t>(tile_rows) * static_cast<std::size_t>(tile_rows));
  std::size_t at = 0;
  for (int j = 0; j < tile_rows; ++j)
    for (int i = 0; i < tile_rows; ++i) t[at++] = input(ti * tile_rows + i, tj * tile_rows + j);
  return t;
}

static inline void prepare_factors(const Run* run) {
  openblas_set_num_threads(1);
  n = static_cast<int>(parameter(run, n_parameter));
  tile_rows = static_cast<int>(parameter(run, tile_parameter));
  tiles = n / tile_rows;
  if (tiles * tile_rows != n) {
    fprintf(stderr, "ranks_cholesky: --n %d is not allowed: a multiple of --tile, which is %d\n", n, tile_rows);
    exit(2);
  }
  const int size = rank_count();
  for (grid_rows = static_cast<int>(std::sqrt(size)); size % grid_rows != 0;) --grid_rows;
  grid_columns = size / grid_rows;
  probe.resize(static_cast<std::size_t>(n));
  expected.assign(static_cast<std::size_t>(n), 0);
  for (int i = 0; i < n; ++i) probe[static_cast<std::size_t>(i)] = i % 7 - 3;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      expected[static_cast<std::size_t>(i)] += input(i, j) * probe[static_cast<std::size_t>(j)];
}
static inline void reset_factors(const Run*) {
  factors.assign(static_cast<std::size_t>(tiles) * static_cast<std::size_t>(tiles), {});
  not_definite = 0;
}

static inline void factor(Tile& a) {
  int info = 0;
  dpotrf_("L", &tile_rows, a.data(), &tile_rows, &info, 1);
  if (info != 0) __atomic_store_n(&not_definite, 1, __ATOMIC_RELAXED);
}
static inline void solve(const Tile& l, Tile& b) {
  cblas_dtrsm(CblasColMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, tile_rows, tile_rows, 1, l.data(),
              tile_rows, b.data(), tile_rows);
}
static inline void subtract(const Tile& a, const Tile& b, Tile& c) {
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, tile_rows, tile_rows, tile_rows, -1, a.data(), tile_rows,
              b.data(), tile_rows, 1, c.data(), tile_rows);
}

// L x or L^T x, of all processes together. Above the diagonal a tile has what is not L's.
static inline std::vector<double> multiply(bool transposed, const std::vector<double>& x) {
  std::vector<double> y(x.size()), all(x.size());
  for (int i = 0; i < tiles; ++i)
    for (int j = 0; j <= i; ++j) {
      const Tile& t = factor_at(i, j);
      for (int c = 0; c < tile_rows && !t.empty(); ++c)
        for (int r = i == j ? c : 0; r < tile_rows; ++r) {
          const auto row = static_cast<std::size_t>(i * tile_rows + r),
                     column = static_cast<std::size_t>(j * tile_rows + c);
          const double l =
              t[static_cast<std::size_t>(c) * static_cast<std::size_t>(tile_rows) + static_cast<std::size_t>(r)];
          if (transposed) y[column] += l * x[row];
          else y[row] += l * x[column];
        }
    }
  MPI_Allreduce(y.data(), all.data(), n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return all;
}
// || A x - L (L^T x) || against what rounding explains. A tile that was forgotten or used too early is orders of magnitude above that.
static inline double check_factors(const Run*) {
  const std::vector<double> product = multiply(false, multiply(true, probe));
  double error = 0;
  for (std::size_t i = 0; i < product.size(); ++i) error = std::fmax(error, std::fabs(product[i] - expected[i]));
  const double most = 10.0 * n * 0x1p-52 * (1.5 * n) * 3;
  if (not_definite == 0 && error <= most) return static_cast<double>(n) * n * n / 3;
  fprintf(stderr, "ranks_cholesky: ||A x - L L^T x|| is %g, more than %g%s\n", error, most,
          not_definite ? "; a diagonal tile was not positive definite" : "");
  return -1;
}
static inline void write_rate(const Run*, double wall_s, FILE* out) {
  fprintf(out, ", \"gflops\": %.6g", static_cast<double>(n) * n * n / 3 / wall_s * 1e-9);
}

static constexpr Problem factors_by(Version version, void (*prepare)(const Run*), const Ranks* ranks) {
  return {
      .name = "ranks_cholesky",
      .summary = "tiled Cholesky factorisation, the tiles shared out among processes",
      .operation = "flops",
      .parameters = parameters,
      .versions = {version},
      .prepare = prepare,
      .reset = reset_factors,
      .check = check_factors,
      .write_metrics = write_rate,
      .ranks = ranks,
  };
}
