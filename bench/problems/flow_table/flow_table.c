// The grid by tasks with dependences. OpenMP has no tasks that wait for inputs in any order; in random order the senders count
// for themselves, and the last one of a key makes its task.
#include "table.h"

static unsigned char *arrived;  // inputs of each key

static void run_cell(int row, int column) {
  results[(long)row * side + column] =
      combine(result_at(results, row, column - 1), result_at(results, row - 1, column), result_at(results, row - 1, column - 1));
}
static void run_grid(void) {
  // A row and a column more, which nobody writes.
  static char *cells;
  if (cells == NULL) cells = malloc((size_t)(side + 1) * (size_t)(side + 1));
  const long stride = side + 1;
#pragma omp parallel
#pragma omp single
  for (int row = 0; row < side; ++row) {
    for (int column = 0; column < side; ++column) {
      char *own = &cells[(row + 1) * stride + column + 1];
#pragma omp task depend(in : own[-1], own[-stride], own[-stride - 1]) depend(out : own[0])
      run_cell(row, column);
    }
    if (row % 8 == 7) {  // not every runtime bounds the tasks that wait for others
#pragma omp taskwait
    }
  }
}
static void send_all(int which) {
  for (long i = 0; i < keys; ++i) {
    const int key = key_of(which, i);
    if (__atomic_add_fetch(&arrived[key], 1, __ATOMIC_ACQ_REL) != inputs_each) continue;
#pragma omp task
    results[key] = combine(1, 2, 4);
  }
}
static void run_in_order(void) {
  if (arrived == NULL) arrived = malloc((size_t)keys);
  memset(arrived, 0, (size_t)keys);
#pragma omp parallel
#pragma omp single
  for (int which = 0; which < inputs_each; ++which) {
#pragma omp task
    send_all(which);
  }
}
static void run_tasks(const Run *run) {
  (void)run;
  if (order == in_a_grid) run_grid();
  else run_in_order();
}
static void run_serial(const Run *run) {
  (void)run;
  if (order == in_a_grid) {
    run_grid_serially(results);
  } else {
    for (int which = 0; which < inputs_each; ++which)
      for (long i = 0; i < keys; ++i) {
        int *result = &results[key_of(which, i)];
        *result = which == 0 ? 1 : which == 1 ? *result + 2 : combine(1, *result - 1, 4);
      }
  }
}

const Problem problem = {
    .name = "flow_table",
    .summary = "tasks with three inputs that come from different tasks",
    .operation = "inputs",
    .parameters = parameters,
    .versions = {{"serial", run_serial}, {"tasks", run_tasks}},
    .prepare = prepare_table,
    .reset = reset_table,
    .check = check_table,
};
