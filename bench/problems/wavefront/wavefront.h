// What the versions share: a square of cells, each of which waits for its left and its upper neighbour. A cell's value is
// the larger of theirs and one more, so that the last one's says whether the order was kept.
#pragma once

#include <stdlib.h>

#include "../../harness/problem.h"

enum { side_parameter };

static const Parameter parameters[] = {
    {"side", "cells of a side", {16, 256, 1024, 2048}, 2, 8192},
    {NULL, NULL, {0, 0, 0, 0}, 0, 0},
};

static long side;
static int* cells;

static inline int above(long i, long j) { return i > 0 ? cells[(i - 1) * side + j] : 0; }
static inline int left_of(long i, long j) { return j > 0 ? cells[i * side + j - 1] : 0; }
static inline void visit(long i, long j) {
  const int a = above(i, j), b = left_of(i, j);
  cells[i * side + j] = (a > b ? a : b) + 1;
}

static inline void prepare_wavefront(const Run* run) {
  side = (long)parameter(run, side_parameter);
  cells = (int*)calloc((size_t)(side * side), sizeof(int));
}
static inline void reset_wavefront(const Run* run) {
  (void)run;
  for (long i = 0; i < side * side; ++i) cells[i] = 0;
}
static inline double check_wavefront(const Run* run) {
  (void)run;
  for (long i = 0; i < side; ++i)
    for (long j = 0; j < side; ++j)
      if (cells[i * side + j] != i + j + 1) {
        fprintf(stderr, "wavefront: cell %ld, %ld is %d\n", i, j, cells[i * side + j]);
        return -1;
      }
  return (double)(side * side);
}

#ifdef __cplusplus
static constexpr Problem wavefront_by(Version version) {
  return {
      .name = "wavefront",
      .summary = "cells that wait for their left and upper neighbours",
      .operation = "tasks",
      .parameters = parameters,
      .versions = {version},
      .prepare = prepare_wavefront,
      .reset = reset_wavefront,
      .check = check_wavefront,
  };
}
#endif
