// What the versions share: the main thread starts many tasks, one after the other, while the others run them.
#pragma once

#include "../../harness/problem.h"

enum { tasks_parameter };

static const Parameter parameters[] = {
    {"tasks", "that the main thread starts", {1000, 100000, 1000000, 10000000}, 1, 1e9},
    {NULL, NULL, {0, 0, 0, 0}, 0, 0},
};

static long tasks;
static long ran;  // by any thread

static inline void note_task(void) { __atomic_fetch_add(&ran, 1, __ATOMIC_RELAXED); }

static inline void prepare_invoke(const Run* run) { tasks = (long)parameter(run, tasks_parameter); }
static inline void reset_invoke(const Run* run) {
  (void)run;
  ran = 0;
}
static inline double check_invoke(const Run* run) {
  (void)run;
  if (ran == tasks) return (double)tasks;
  fprintf(stderr, "flow_invoke: %ld tasks ran, not %ld\n", ran, tasks);
  return -1;
}

#ifdef __cplusplus
static constexpr Problem invoke_by(Version version, void (*prepare)(const Run*)) {
  return {
      .name = "flow_invoke",
      .summary = "tasks that the main thread starts",
      .operation = "tasks",
      .parameters = parameters,
      .versions = {version},
      .prepare = prepare,
      .reset = reset_invoke,
      .check = check_invoke,
  };
}
#endif
