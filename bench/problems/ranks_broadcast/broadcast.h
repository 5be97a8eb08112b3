// What the versions share: one value goes from process 0 to every other one, again and again.
#pragma once

#include <atomic>
#include <cstring>

#include "../with_mpi.h"

enum { bytes_parameter, terminals_parameter, rounds_parameter };
enum { most_terminals = 3 };

static const Parameter parameters[] = {
    {"bytes", "of the value", {1 << 16, 1 << 20, 1 << 20, 1 << 24}, 16, 1e9},
    {"terminals", "ttg: inputs of each process that it goes to, 1 or 3", {1, 1, 1, 1}, 1, most_terminals},
    {"rounds", "broadcasts, a fence after each", {5, 20, 200, 200}, 1, 1e6},
    {NULL, NULL, {0, 0, 0, 0}, 0, 0},
};

static size_t value_bytes;
static int terminals;
static long rounds;
[[maybe_unused]] static long round_now;
static long taken, wrong;  // values that have come here
static double sent_bytes;  // by all processes, in the last run

// What MPI was given to send, whoever calls it: the program's own definitions stand before the library's. MPI_Bcast is not counted.
static std::atomic<unsigned long> bytes_given{0};

static void count_bytes(int count, MPI_Datatype type) {
  int size = 0;
  PMPI_Type_size(type, &size);
  bytes_given.fetch_add((unsigned long)count * (unsigned long)size, std::memory_order_relaxed);  // statistics only
}
extern "C" {
int MPI_Isend(const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request* request) {
  count_bytes(count, type);
  return PMPI_Isend(data, count, type, to, tag, comm, request);
}
int MPI_Send(const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  count_bytes(count, type);
  return PMPI_Send(data, count, type, to, tag, comm);
}
}

static inline void prepare_broadcast(const Run* run) {
  value_bytes = (size_t)parameter(run, bytes_parameter);
  terminals = parameter(run, terminals_parameter) > 1 ? 3 : 1;
  rounds = (long)parameter(run, rounds_parameter);
}
static inline void reset_broadcast(const Run*) {
  taken = wrong = 0;
  bytes_given.store(0, std::memory_order_relaxed);
}
static inline void fill_value(char* value, long round) {
  memcpy(value, &round, sizeof round);
  memcpy(value + value_bytes - sizeof round, &round, sizeof round);
}
// Several threads of a process may.
static inline void take_value(const char* value, long round) {
  long first, last;
  memcpy(&first, value, sizeof first);
  memcpy(&last, value + value_bytes - sizeof last, sizeof last);
  __atomic_fetch_add(&taken, 1, __ATOMIC_RELAXED);
  if (first != round || last != round) __atomic_fetch_add(&wrong, 1, __ATOMIC_RELAXED);
}
static inline double check_broadcast(int copies) {
  const double count = sum_of_ranks((double)taken), differing = sum_of_ranks((double)wrong);
  sent_bytes = sum_of_ranks((double)bytes_given.load(std::memory_order_relaxed));
  const double wanted = (double)rounds * copies * (rank_count() - 1);
  if (count == wanted && differing == 0) return (double)rounds;
  fprintf(stderr, "ranks_broadcast: %g values have come, %g of them wrong; %g were wanted\n", count, differing, wanted);
  return -1;
}
// Of the values that one other process has got in one round; 0 for MPI's own broadcast, which does not tell.
static inline void write_sent(const Run*, double, FILE* out) {
  fprintf(out, ", \"sent_share\": %.5g", sent_bytes / (double)rounds / (rank_count() - 1) / (double)value_bytes);
}

static constexpr Problem broadcast_by(Version version, void (*prepare)(const Run*), double (*check)(const Run*),
                                      const Ranks* ranks) {
  return {
      .name = "ranks_broadcast",
      .summary = "a large value from one process to all others",
      .operation = "broadcasts",
      .parameters = parameters,
      .versions = {version},
      .prepare = prepare,
      .reset = reset_broadcast,
      .check = check,
      .write_metrics = write_sent,
      .ranks = ranks,
  };
}
