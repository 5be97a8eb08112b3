// What the versions share: a chain of messages that goes round all processes, each sent when the one before has come.
#pragma once

#include "../with_mpi.h"

enum { hops_parameter, flows_parameter };

static const Parameter parameters[] = {
    {"hops", "messages, one after the other", {1000, 10000, 200000, 1000000}, 1, 1e9},
    {"flows",
     "ttg: a task sends control only (0) or a value of 8 bytes (1); plain MPI always 64 bytes",
     {1, 1, 1, 1},
     0,
     1},
    {NULL, NULL, {0, 0, 0, 0}, 0, 0},
};

static long hops;
static int flows;
static long last_key, carried;  // of the last message, where it came; carried: how often the value was sent on

static inline void prepare_hops(const Run* run) {
  hops = (long)parameter(run, hops_parameter);
  flows = (int)parameter(run, flows_parameter);
}
static inline void reset_hops(const Run*) { last_key = carried = -1; }
static inline double check_hops(const Run*) {
  const double key = largest_of_ranks((double)last_key), value = largest_of_ranks((double)carried);
  if (key == (double)hops && (flows == 0 || value == (double)hops)) return (double)hops;
  fprintf(stderr, "ranks_hop: the last message is %g and carries %g, not %ld\n", key, value, hops);
  return -1;
}

static constexpr Problem hops_by(Version version, void (*prepare)(const Run*), const Ranks* ranks) {
  return {
      .name = "ranks_hop",
      .summary = "a message from process to process, one after the other",
      .operation = "messages",
      .parameters = parameters,
      .versions = {version},
      .prepare = prepare,
      .reset = reset_hops,
      .check = check_hops,
      .ranks = ranks,
  };
}
