// LU factors of a sparse matrix of blocks: a task an operation on a block, ordered by dependences or by phases.
#include "blocks.h"

// One thread makes all tasks. Blocks are filled in when the tasks are made.
static void run_tasks(const Run*) {
#pragma omp parallel
#pragma omp single
  for (int k = 0; k < blocks; ++k) {
    double* const d = block(k, k);
#pragma omp task depend(inout : d[0])
    factor(d);
    for (int j = k + 1; j < blocks; ++j) {
      if (!present(k, j)) continue;
      double* const b = block(k, j);
#pragma omp task depend(in : d[0]) depend(inout : b[0])
      solve_right(d, b);
    }
    for (int i = k + 1; i < blocks; ++i) {
      if (!present(i, k)) continue;
      double* const b = block(i, k);
#pragma omp task depend(in : d[0]) depend(inout : b[0])
      solve_below(d, b);
    }
    for (int i = k + 1; i < blocks; ++i)
      for (int j = k + 1; j < blocks; ++j) {
        if (!present(i, k) || !present(k, j)) continue;
        double *const a = block(i, k), *const b = block(k, j), *const c = block(i, j);
        present(i, j) = true;
#pragma omp task depend(in : a[0], b[0]) depend(inout : c[0])
        update(a, b, c);
      }
  }
}

// All threads make tasks, which end at the barriers: one after the diagonal block, one after its row
// and column, one after the rest.
static void run_phases(const Run*) {
#pragma omp parallel
  for (int k = 0; k < blocks; ++k) {
#pragma omp single
    factor(block(k, k));
#pragma omp for nowait
    for (int j = k + 1; j < blocks; ++j)
      if (present(k, j)) {
#pragma omp task
        solve_right(block(k, k), block(k, j));
      }
#pragma omp for
    for (int i = k + 1; i < blocks; ++i)
      if (present(i, k)) {
#pragma omp task
        solve_below(block(k, k), block(i, k));
      }
#pragma omp for
    for (int i = k + 1; i < blocks; ++i)
      for (int j = k + 1; j < blocks; ++j) {
        if (!present(i, k) || !present(k, j)) continue;
        present(i, j) = true;
#pragma omp task
        update(block(i, k), block(k, j), block(i, j));
      }
  }
}

static void run_serial(const Run*) { factor_matrix(); }

const Problem problem = {
    .name = "sparselu",
    .summary = "LU factors of a sparse matrix of dense blocks, in double precision",
    .operation = "block operations",
    .parameters = parameters,
    .versions = {{"serial", run_serial}, {"tasks", run_tasks}, {"phases", run_phases}},
    .prepare = prepare,
    .reset = reset,
    .check = check,
};
