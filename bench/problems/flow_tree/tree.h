// What the versions share: a binary tree of tasks, each of which spins for some cycles of the time-stamp counter and then makes
// its two children.
#pragma once

#include <stdlib.h>
#include <unistd.h>

#include "../../harness/cycles.h"
#include "../../harness/problem.h"

enum { height_parameter, cycles_parameter, priority_parameter };
enum { no_priority, by_depth, by_lot };

static const Parameter parameters[] = {
    {"height", "levels", {10, 17, 20, 22}, 2, 28},
    {"cycles", "that a task spins", {0, 0, 0, 0}, 0, 1e7},
    {"priority", "ttg: 0 none, 1 the depth, 2 by lot", {0, 0, 0, 0}, 0, 2},
    {NULL, NULL, {0, 0, 0, 0}, 0, 0},
};

static long nodes;
static uint64_t cycles;
static int priority;
static unsigned char* visits;
static double cycles_per_second;

static inline void spin(void) {
  if (cycles == 0) return;
  const uint64_t start = cycles_now();
  while (cycles_now() - start < cycles) {
  }
}
static inline void visit(long node) {
  spin();
  ++visits[node];
}

static inline void prepare_tree(const Run* run) {
  nodes = (1L << (int)parameter(run, height_parameter)) - 1;
  cycles = (uint64_t)parameter(run, cycles_parameter);
  priority = (int)parameter(run, priority_parameter);
  visits = (unsigned char*)calloc((size_t)nodes, 1);
  const double start_s = seconds_now();
  const uint64_t start = cycles_now();
  while (seconds_now() - start_s < 0.01) {
  }
  cycles_per_second = (double)(cycles_now() - start) / (seconds_now() - start_s);
}
static inline void reset_tree(const Run* run) {
  (void)run;
  for (long i = 0; i < nodes; ++i) visits[i] = 0;
}
static inline double check_tree(const Run* run) {
  (void)run;
  for (long i = 0; i < nodes; ++i)
    if (visits[i] != 1) {
      fprintf(stderr, "flow_tree: node %ld ran %d times\n", i, visits[i]);
      return -1;
    }
  return (double)nodes;
}
// The part of the processors' time that the tasks asked for.
static inline void write_efficiency(const Run* run, double wall_s, FILE* out) {
  const long processors = sysconf(_SC_NPROCESSORS_ONLN);
  const double at_work = run->threads < processors ? run->threads : (double)processors;
  fprintf(out, ", \"efficiency\": %.4g", (double)nodes * (double)cycles / (at_work * wall_s * cycles_per_second));
}

#ifdef __cplusplus
static constexpr Problem tree_by(Version version, void (*prepare)(const Run*)) {
  return {
      .name = "flow_tree",
      .summary = "a binary tree of tasks",
      .operation = "tasks",
      .parameters = parameters,
      .versions = {version},
      .prepare = prepare,
      .reset = reset_tree,
      .check = check_tree,
      .write_metrics = write_efficiency,
  };
}
#endif
