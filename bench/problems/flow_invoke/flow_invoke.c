// One thread makes all tasks.
#include "invoke.h"

static void run_tasks(const Run *run) {
  (void)run;
#pragma omp parallel
#pragma omp single
  for (long i = 0; i < tasks; ++i) {
#pragma omp task
    note_task();
  }
}
static void run_serial(const Run *run) {
  (void)run;
  for (long i = 0; i < tasks; ++i) note_task();
}

const Problem problem = {
    .name = "flow_invoke",
    .summary = "tasks that the main thread starts",
    .operation = "tasks",
    .parameters = parameters,
    .versions = {{"serial", run_serial}, {"tasks", run_tasks}},
    .prepare = prepare_invoke,
    .reset = reset_invoke,
    .check = check_invoke,
};
