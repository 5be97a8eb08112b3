// n queens: a task for every square that is tried, with a copy of the board.
#include "queens.h"

// The clauses' conditions are constants but where the cut-off is theirs.
template <Cutoff cutoff, bool untied>
static long search_tasks(Board board, int row) {
  if (row == n) return 1;
  if (cutoff == cutoff_manual && row >= depth) return search(board, row);
  long found[most_queens];
  for (int column = 0; column < n; ++column) {
    if (!inside && !board.fits(row, column)) {
      found[column] = 0;
      continue;
    }
    if constexpr (untied) {
#pragma omp task untied shared(found) if (cutoff != cutoff_if || row < depth) \
    final(cutoff == cutoff_final && row >= depth)
      found[column] = board.found_with(row, column, search_tasks<cutoff, untied>);
    } else {
#pragma omp task shared(found) if (cutoff != cutoff_if || row < depth) final(cutoff == cutoff_final && row >= depth)
      found[column] = board.found_with(row, column, search_tasks<cutoff, untied>);
    }
  }
#pragma omp taskwait
  long sum = 0;
  for (int column = 0; column < n; ++column) sum += found[column];
  return sum;
}

template <bool untied>
static long search_cut_off(Cutoff cutoff) {
  switch (cutoff) {
    case cutoff_none: return search_tasks<cutoff_none, untied>({}, 0);
    case cutoff_if: return search_tasks<cutoff_if, untied>({}, 0);
    case cutoff_final: return search_tasks<cutoff_final, untied>({}, 0);
    case cutoff_manual: return search_tasks<cutoff_manual, untied>({}, 0);
  }
  return -1;
}

static void run_tasks(const Run* run) {
#pragma omp parallel
#pragma omp single
  result = run->untied ? search_cut_off<true>(run->cutoff) : search_cut_off<false>(run->cutoff);
}

static void run_serial(const Run*) {
  Board board = {};
  result = search(board, 0);
}

static void run_bits(const Run*) {
  double placed = 0;
  result = search_bits(0, 0, 0, &placed);
}

const Problem problem = {
    .name = "nqueens",
    .summary = "ways to place n queens on a board so that none attacks another",
    .operation = "squares tried",
    .parameters = parameters,
    .cutoffs = cutoff_if | cutoff_final | cutoff_manual,
    .has_untied = true,
    .takes_input = false,
    .versions = {{"serial", run_serial}, {"tasks", run_tasks}, {"bits", run_bits}},
    .prepare = prepare,
    .reset = nullptr,
    .check = check,
    .write_metrics = nullptr,
};
