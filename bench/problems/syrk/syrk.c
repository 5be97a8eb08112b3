// Tiled symmetric rank-k update with a task for every product of two tiles; those into one tile of C follow each other
// by a dependence.
#include "update.h"

static void run_serial(const Run* run) {
  (void)run;
  for (int j = 0; j < c.tiles; ++j)
    for (int i = j; i < c.tiles; ++i)
      for (int k = 0; k < a.tiles; ++k) update(i, j, k);
}

static void run_tasks(const Run* run) {
  (void)run;
#pragma omp parallel
#pragma omp single
  for (int j = 0; j < c.tiles; ++j) {
    for (int i = j; i < c.tiles; ++i) {
      for (int k = 0; k < a.tiles; ++k) {
#pragma omp task depend(in : *tile_of(&a, i, k), *tile_of(&a, j, k)) depend(inout : *tile_of(&c, i, j))
        update(i, j, k);
      }
    }
  }
}

const Problem problem = {
    .name = "syrk",
    .summary = "tiled symmetric rank-k update (DSYRK), a task for each product of two tiles",
    .operation = "flops",
    .parameters = parameters,
    .versions = {{"serial", run_serial}, {"tasks", run_tasks}, {"blas", run_serial}},
    .prepare = prepare,
    .reset = reset,
    .check = check,
    .write_metrics = write_metrics,
};
