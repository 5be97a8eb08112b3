// What the versions share: one value of many bytes goes to many tasks, which read it, or each of which changes its own.
#pragma once

#include <stdlib.h>

#include "../../harness/problem.h"

enum { readers_parameter, writers_parameter, bytes_parameter };

static const Parameter parameters[] = {
    {"readers", "tasks that read the value", {100, 10000, 100000, 1000000}, 0, 1e8},
    {"writers", "tasks that change it", {0, 0, 0, 0}, 0, 1e6},
    {"bytes", "of the value", {1 << 20, 1 << 20, 1 << 20, 1 << 20}, 4096, 1 << 28},
    {NULL, NULL, {0, 0, 0, 0}, 0, 0},
};

static int readers, writers;
static size_t bytes;
static unsigned char* seen;  // by each task

// A task looks at some places of its own.
static inline unsigned char look(const unsigned char* value, int task) {
  return value[(size_t)task * 4099 % bytes] == 1 && value[bytes - 1] == 1;
}
static inline void change(unsigned char* value, int task) { value[(size_t)task * 4099 % bytes] = 2; }

static inline void prepare_broadcast(const Run* run) {
  readers = (int)parameter(run, readers_parameter);
  writers = (int)parameter(run, writers_parameter);
  bytes = (size_t)parameter(run, bytes_parameter);
  seen = (unsigned char*)calloc((size_t)(readers + writers) + 1, 1);
}
static inline void reset_broadcast(const Run* run) {
  (void)run;
  for (int i = 0; i < readers + writers; ++i) seen[i] = 0;
}
static inline double check_broadcast(const Run* run) {
  (void)run;
  for (int i = 0; i < readers + writers; ++i)
    if (seen[i] != 1) {
      fprintf(stderr, "flow_broadcast: task %d did not see the value\n", i);
      return -1;
    }
  return (double)readers + writers;
}

#ifdef __cplusplus
static constexpr Problem broadcast_by(Version version, void (*prepare)(const Run*)) {
  return {
      .name = "flow_broadcast",
      .summary = "one large value for many tasks",
      .operation = "tasks",
      .parameters = parameters,
      .versions = {version},
      .prepare = prepare,
      .reset = reset_broadcast,
      .check = check_broadcast,
  };
}
#endif
