// The graph by OpenMP tasks with dependences.
#include "nodes.h"

static void run_tasks(const Run *run) {
  (void)run;
#pragma omp parallel
#pragma omp single
  for (long node = 0; node < node_count; ++node) {
    const int *const a = &order[before[node][0]], *const b = &order[before[node][1]];
    const int *const c = &order[before[node][2]], *const d = &order[before[node][3]];
#pragma omp task depend(in : *a, *b, *c, *d) depend(out : order[node])
    visit(node);
  }
}
static void run_serial(const Run *run) {
  (void)run;
  for (long node = 0; node < node_count; ++node) visit(node);
}

const Problem problem = {
    .name = "graph_traversal",
    .summary = "the nodes of a random graph, each of which waits for up to four earlier ones",
    .operation = "nodes",
    .parameters = parameters,
    .versions = {{"serial", run_serial}, {"tasks", run_tasks}},
    .prepare = prepare_nodes,
    .reset = reset_nodes,
    .check = check_nodes,
};
