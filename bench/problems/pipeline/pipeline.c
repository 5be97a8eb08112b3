// The stages by OpenMP tasks with dependences: on the stage, and on the token's line.
#include "stages.h"

static void run_tasks(const Run *run) {
  const long lines = line_count(run);
  uint64_t *const values = (uint64_t *)malloc((size_t)lines * sizeof(uint64_t));
#pragma omp parallel
#pragma omp single
  for (long t = 0; t < tokens; ++t) {
    uint64_t *const token = &values[t % lines];
    for (int stage = 0; stage < stage_count; ++stage) {
#pragma omp task depend(inout : states[stage], *token)
      *token = pass(stage, stage == 0 ? (uint64_t)t : *token);
    }
  }
  free(values);
}
const Problem problem = {
    .name = "pipeline",
    .summary = "tokens pass eight stages, each of which takes them in order",
    .operation = "steps",
    .parameters = parameters,
    .versions = {{"serial", run_in_order}, {"tasks", run_tasks}},
    .prepare = prepare_stages,
    .reset = reset_stages,
    .check = check_stages,
};
