// The tree by tasks that nobody waits for but the barrier.
#include "tree.h"

static void grow(long node) {
  visit(node);
  if (2 * node + 2 >= nodes) return;
#pragma omp task
  grow(2 * node + 1);
#pragma omp task
  grow(2 * node + 2);
}

static void run_tasks(const Run *run) {
  (void)run;
#pragma omp parallel
#pragma omp single
  grow(0);
}
static void run_serial(const Run *run) {
  (void)run;
  for (long node = 0; node < nodes; ++node) visit(node);
}

const Problem problem = {
    .name = "flow_tree",
    .summary = "a binary tree of tasks",
    .operation = "tasks",
    .parameters = parameters,
    .versions = {{"serial", run_serial}, {"tasks", run_tasks}},
    .prepare = prepare_tree,
    .reset = reset_tree,
    .check = check_tree,
    .write_metrics = write_efficiency,
};
