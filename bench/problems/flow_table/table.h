// What the versions share: tasks that need three inputs each, which come from different tasks. In the grid they come from the
// left, upper and upper-left neighbours; in random order three tasks send one input of each key, each in an order of its own.
#pragma once

#include <stdlib.h>
#include <string.h>

#include "../../harness/problem.h"

enum { side_parameter, order_parameter };
enum { in_a_grid, in_random_order, inputs_each = 3 };

static const Parameter parameters[] = {
    {"side", "of the square of keys", {30, 300, 1000, 2000}, 2, 10000},
    {"order", "0: a grid, 1: random, by a task for each input", {0, 0, 0, 0}, 0, 1},
    {NULL, NULL, {0, 0, 0, 0}, 0, 0},
};

static int side, order;
static long keys;
static int* results;   // of each key
static int* in_order;  // the keys by lot

// Small enough to stay exact in the largest grid.
enum { modulus = 1000003 };

static inline int combine(int left, int upper, int both) { return (left + upper + both + 1) % modulus; }

static inline void prepare_table(const Run* run) {
  side = (int)parameter(run, side_parameter);
  order = (int)parameter(run, order_parameter);
  keys = (long)side * side;
  results = (int*)malloc((size_t)keys * sizeof *results);
  in_order = (int*)malloc((size_t)keys * sizeof *in_order);
  uint64_t state = 7;
  for (long i = 0; i < keys; ++i) {
    const long other = (long)(next_random(&state) % (uint64_t)(i + 1));
    in_order[i] = in_order[other];
    in_order[other] = (int)i;
  }
}
static inline void reset_table(const Run* run) {
  (void)run;
  memset(results, 0, (size_t)keys * sizeof *results);
}
// The key that sender `which` sends as its n-th.
static inline int key_of(int which, long n) { return in_order[(n + which * (keys / inputs_each)) % keys]; }

static inline int result_at(const int* of, int row, int column) {
  return row < 0 || column < 0 ? 0 : of[(long)row * side + column];
}
static inline void run_grid_serially(int* of) {
  for (int row = 0; row < side; ++row)
    for (int column = 0; column < side; ++column)
      of[(long)row * side + column] =
          combine(result_at(of, row, column - 1), result_at(of, row - 1, column), result_at(of, row - 1, column - 1));
}
// An operation is an input.
static inline double check_table(const Run* run) {
  (void)run;
  static int* expected;
  if (expected == NULL) {
    expected = (int*)malloc((size_t)keys * sizeof *expected);
    if (order == in_a_grid) run_grid_serially(expected);
    else
      for (long i = 0; i < keys; ++i) expected[i] = combine(1, 2, 4);
  }
  for (long i = 0; i < keys; ++i)
    if (results[i] != expected[i]) {
      fprintf(stderr, "flow_table: key %ld has %d, not %d\n", i, results[i], expected[i]);
      return -1;
    }
  return (double)keys * inputs_each;
}

#ifdef __cplusplus
static constexpr Problem table_by(Version version, void (*prepare)(const Run*)) {
  return {
      .name = "flow_table",
      .summary = "tasks with three inputs that come from different tasks",
      .operation = "inputs",
      .parameters = parameters,
      .versions = {version},
      .prepare = prepare,
      .reset = reset_table,
      .check = check_table,
  };
}
#endif
