// n queens: a task for every queen placed, or every square tried, with a copy of the board.
#include "queens.h"

#define UNTIED
namespace tied {
#include "tasks.h"
}
#undef UNTIED
#define UNTIED untied
namespace not_tied {
#include "tasks.h"
}

static void run_tasks(const Run* run) {
#pragma omp parallel
#pragma omp single
  result = run->untied ? not_tied::search_cut_off(run->cutoff) : tied::search_cut_off(run->cutoff);
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
    .versions = {{"serial", run_serial}, {"tasks", run_tasks}, {"bits", run_bits}},
    .prepare = prepare,
    .reset = nullptr,
    .check = check,
};
