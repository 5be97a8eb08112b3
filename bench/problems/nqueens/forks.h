// n queens with a library's fork and join: included by tbb.cpp, native.cpp and threads.cpp after the library's header.
#pragma once

#include "queens.h"

template <bool cut_off>
static long search_forks(Board board, int row) {
  if (row == n) return 1;
  if (cut_off && row >= depth) return search(board, row);
  long found[most_queens];
  Group group;
  for (int column = 0; column < n; ++column) {
    if (!inside && !board.fits(row, column)) {
      found[column] = 0;
      continue;
    }
    group.spawn([board, row, column, &found] { found[column] = board.found_with(row, column, search_forks<cut_off>); });
  }
  group.sync();
  long sum = 0;
  for (int column = 0; column < n; ++column) sum += found[column];
  return sum;
}

static void run_forks(const Run* run) {
  with_threads(run->threads, [run] {
    result = run->cutoff == cutoff_manual ? search_forks<true>({}, 0) : search_forks<needs_cutoff>({}, 0);
  });
}

const Problem problem = {
    .name = "nqueens",
    .summary = "ways to place n queens on a board so that none attacks another",
    .operation = "squares tried",
    .parameters = parameters,
    .cutoffs = cutoff_manual,
    .versions = {{library_name, run_forks}},
    .prepare = prepare,
    .reset = nullptr,
    .check = check,
};
