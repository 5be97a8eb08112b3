// What the versions share: process 0 sends many small messages to the last process, each of which starts a task there.
#pragma once

#include "../with_mpi.h"

enum { messages_parameter, bytes_parameter };

static const Parameter parameters[] = {
    {"messages", "from process 0 to the last one", {1000, 100000, 1000000, 10000000}, 1, 1e9},
    {"bytes", "ttg: of the value beside the key, 0 or 8; plain MPI always 8", {0, 0, 0, 0}, 0, 8},
    {NULL, NULL, {0, 0, 0, 0}, 0, 0},
};

static long messages;
static bool has_values;
static long taken;         // written by the receiver's tasks
static long long key_sum;  // of their keys, or of their values

static inline void prepare_messages(const Run* run) {
  messages = (long)parameter(run, messages_parameter);
  has_values = parameter(run, bytes_parameter) > 0;
}
static inline void reset_messages(const Run*) { taken = key_sum = 0; }
// One thread a process may use plain additions; several may not.
static inline void take(long number) {
  __atomic_fetch_add(&taken, 1, __ATOMIC_RELAXED);
  __atomic_fetch_add(&key_sum, number, __ATOMIC_RELAXED);
}
static inline double check_messages(const Run*) {
  const double count = largest_of_ranks((double)taken), sum = largest_of_ranks((double)key_sum);
  if (count == (double)messages && sum == (double)messages * (double)(messages - 1) / 2) return (double)messages;
  fprintf(stderr, "ranks_rate: %g messages have come, and their numbers add up to %g; %ld were sent\n", count, sum,
          messages);
  return -1;
}

static constexpr Problem messages_by(Version version, void (*prepare)(const Run*), const Ranks* ranks) {
  return {
      .name = "ranks_rate",
      .summary = "many small messages from one process to another",
      .operation = "messages",
      .parameters = parameters,
      .versions = {version},
      .prepare = prepare,
      .reset = reset_messages,
      .check = check_messages,
      .ranks = ranks,
  };
}
