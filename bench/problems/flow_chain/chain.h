// What the versions share: a chain of tasks, each of which passes some values on to the next, and does nothing else.
#pragma once

#include "../../harness/problem.h"

enum { hops_parameter, flows_parameter, way_parameter };
enum { way_move, way_copy, way_share, most_flows = 6 };

static const Parameter parameters[] = {
    {"hops", "tasks", {1000, 100000, 1000000, 10000000}, 1, 1e9},
    {"flows", "values that a task passes on, 0 to 6; 0: control only", {1, 1, 1, 1}, 0, most_flows},
    {"way", "ttg: 0 moves a value on, 1 makes a new one, 2 shares it", {0, 0, 0, 0}, 0, 2},
    {NULL, NULL, {0, 0, 0, 0}, 0, 0},
};

static long hops, last_key;
static int flows, way;
static int carried;  // the value of flow 0 at the end: its hops, if values are changed on the way

static inline void prepare_chain(const Run* run) {
  hops = (long)parameter(run, hops_parameter);
  flows = (int)parameter(run, flows_parameter);
  way = (int)parameter(run, way_parameter);
}
static inline void reset_chain(const Run* run) {
  (void)run;
  last_key = -1, carried = -1;
}
static inline double check_chain(const Run* run) {
  (void)run;
  const long expected = way == way_share ? 0 : hops;
  if (last_key == hops && (flows == 0 || carried == expected)) return (double)hops;
  fprintf(stderr, "flow_chain: the last task is %ld and carries %d, not %ld and %ld\n", last_key, carried, hops,
          expected);
  return -1;
}

#ifdef __cplusplus
static constexpr Problem chain_by(Version version, void (*prepare)(const Run*)) {
  return {
      .name = "flow_chain",
      .summary = "a chain of tasks that pass values on",
      .operation = "tasks",
      .parameters = parameters,
      .versions = {version},
      .prepare = prepare,
      .reset = reset_chain,
      .check = check_chain,
  };
}
#endif
