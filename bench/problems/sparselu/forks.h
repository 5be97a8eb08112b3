// The factors in phases with a library's groups: included by tbb.cpp and native.cpp after the library's header.
#pragma once

#include "blocks.h"

static void factor_by_groups() {
  for (int k = 0; k < blocks; ++k) {
    factor(block(k, k));
    Group solves;
    for (int i = k + 1; i < blocks; ++i) {
      if (present(k, i)) solves.spawn([=] { solve_right(block(k, k), block(k, i)); });
      if (present(i, k)) solves.spawn([=] { solve_below(block(k, k), block(i, k)); });
    }
    solves.sync();
    Group updates;
    for (int i = k + 1; i < blocks; ++i)
      for (int j = k + 1; j < blocks; ++j) {
        if (!present(i, k) || !present(k, j)) continue;
        present(i, j) = true;
        updates.spawn([=] { update(block(i, k), block(k, j), block(i, j)); });
      }
    updates.sync();
  }
}

static void run_forks(const Run* run) { with_threads(run->threads, factor_by_groups); }

const Problem problem = {
    .name = "sparselu",
    .summary = "LU factors of a sparse matrix of dense blocks, in double precision",
    .operation = "block operations",
    .parameters = parameters,
    .versions = {{library_name, run_forks}},
    .prepare = prepare,
    .reset = reset,
    .check = check,
};
