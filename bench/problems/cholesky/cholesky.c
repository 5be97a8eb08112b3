// Tiled Cholesky factorisation with a task for every tile kernel, ordered by task dependences on the tiles.
#include "factor.h"

static void run_serial(const Run* run) {
  (void)run;
  for (int k = 0; k < a.tiles; ++k) {
    factor(k);
    for (int i = k + 1; i < a.tiles; ++i) solve(i, k);
    for (int i = k + 1; i < a.tiles; ++i) {
      for (int j = k + 1; j < i; ++j) update(i, j, k);
      update_diagonal(i, k);
    }
  }
}

static void make_updates(int i, int k) {
  for (int j = k + 1; j < i; ++j) {
#pragma omp task depend(in : *tile_of(&a, i, k), *tile_of(&a, j, k)) depend(inout : *tile_of(&a, i, j))
    update(i, j, k);
  }
#pragma omp task depend(in : *tile_of(&a, i, k)) depend(inout : *tile_of(&a, i, i))
  update_diagonal(i, k);
}

static void make_tasks(void) {
  for (int k = 0; k < a.tiles; ++k) {
#pragma omp task depend(inout : *tile_of(&a, k, k))
    factor(k);
    for (int i = k + 1; i < a.tiles; ++i) {
#pragma omp task depend(in : *tile_of(&a, k, k)) depend(inout : *tile_of(&a, i, k))
      solve(i, k);
    }
    for (int i = k + 1; i < a.tiles; ++i) make_updates(i, k);
  }
}

static void run_tasks(const Run* run) {
  (void)run;
#pragma omp parallel
#pragma omp single
  make_tasks();
}

const Problem problem = {
    .name = "cholesky",
    .summary = "tiled Cholesky factorisation (DPOTRF), a task for each tile kernel",
    .operation = "flops",
    .parameters = parameters,
    .versions = {{"serial", run_serial}, {"tasks", run_tasks}, {"blas", run_serial}},
    .prepare = prepare,
    .reset = reset,
    .check = check,
    .write_metrics = write_metrics,
};
