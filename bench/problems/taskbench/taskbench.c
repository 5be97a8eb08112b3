// Task-Bench: graphs of equal tasks in several patterns, as tasks with dependences, as a loop a row, and serially.
#include "metg.h"

static void rows_serially(const Run *run) {
  (void)run;
  run_rows(iterations);
}

// A task depends on the outputs of the row before, and on the tasks that still read what it overwrites, the output of two
// rows ago.
static void make_row(long step) {
  for (int point = 0; point < width_at(&graph, step); ++point) {
    const Points inputs = inputs_of(&graph, step, point);
#pragma omp task depend(iterator(int i = 0 : inputs.count), in : rows[(step + 1) & 1][inputs.numbers[i]]) \
    depend(out : rows[step & 1][point])
    run_point(step, point, iterations);
  }
}

static void rows_by_tasks(const Run *run) {
  (void)run;
  const long batch = rows_at_once();
#pragma omp parallel
#pragma omp single
  for (long step = 0; step < steps; ++step) {
    make_row(step);
    if (step % batch == batch - 1) {
#pragma omp taskwait
    }
  }
}

static void rows_by_loops(const Run *run) {
  (void)run;
#pragma omp parallel
  for (long step = 0; step < steps; ++step) {
#pragma omp for schedule(static)
    for (int point = 0; point < width_at(&graph, step); ++point) run_point(step, point, iterations);
  }
}

static void run_serial(const Run *run) { run_with(run, rows_serially); }
static void run_tasks(const Run *run) { run_with(run, rows_by_tasks); }
static void run_loops(const Run *run) { run_with(run, rows_by_loops); }

const Problem problem = {
    .name = "taskbench",
    .summary = "rows of equal tasks that read those of the row before",
    .operation = "tasks",
    .parameters = parameters,
    .versions = {{"serial", run_serial}, {"tasks", run_tasks}, {"loops", run_loops}},
    .prepare = prepare,
    .reset = reset,
    .check = check,
    .write_metrics = write_metrics,
};
