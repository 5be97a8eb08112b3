// What the versions share: one value goes from process 0 to every other one, again and again.
#pragma once

#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <vector>

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
static std::vector<long> taken;  // values of each round that have come here
static long wrong;               // values that were not as they were sent
static double moved_bytes;       // between all processes, in the last run

// What MPI was given to send, whoever calls it, and what ttg.h has read from another process's memory: the program's own definitions
// stand before the libraries'. MPI_Bcast is not counted.
static std::atomic<unsigned long> bytes_given{0};

static void count_bytes(unsigned long bytes) {
  bytes_given.fetch_add(bytes, std::memory_order_relaxed);  // statistics only
}
static void count_bytes(int count, MPI_Datatype type) {
  int size = 0;
  PMPI_Type_size(type, &size);
  count_bytes((unsigned long)count * (unsigned long)size);
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
// Hidden, so that an MPI which reads for a send that was counted keeps to the C library's.
[[gnu::visibility("hidden")]] ssize_t process_vm_readv(pid_t process, const iovec* here, unsigned long pieces,
                                                       const iovec* there, unsigned long pieces_there,
                                                       unsigned long flags) {
  const ssize_t bytes = syscall(SYS_process_vm_readv, process, here, pieces, there, pieces_there, flags);
  if (bytes > 0) count_bytes((unsigned long)bytes);
  return bytes;
}
}

static inline void prepare_broadcast(const Run* run) {
  value_bytes = (size_t)parameter(run, bytes_parameter);
  terminals = parameter(run, terminals_parameter) > 1 ? 3 : 1;
  rounds = (long)parameter(run, rounds_parameter);
}
static inline void reset_broadcast(const Run*) {
  taken.assign((size_t)rounds, 0);
  wrong = 0;
  bytes_given.store(0, std::memory_order_relaxed);
}
static inline void fill_value(char* value, long round) {
  memcpy(value, &round, sizeof round);
  memcpy(value + value_bytes - sizeof round, &round, sizeof round);
}
// Several threads of a process may. The value itself says its round, since one of the next round may come before this process's own
// fence() has returned to the program: another process was faster.
static inline void take_value(const char* value) {
  long first, last;
  memcpy(&first, value, sizeof first);
  memcpy(&last, value + value_bytes - sizeof last, sizeof last);
  if (first != last || first < 0 || first >= rounds) __atomic_fetch_add(&wrong, 1, __ATOMIC_RELAXED);
  else __atomic_fetch_add(&taken[(size_t)first], 1, __ATOMIC_RELAXED);
}
// Called after the round's fence: each value must have been taken by then.
static inline void end_round(long round, int copies) {
  if (rank_here() != 0 && __atomic_load_n(&taken[(size_t)round], __ATOMIC_RELAXED) != copies)
    __atomic_fetch_add(&wrong, 1, __ATOMIC_RELAXED);
}
static inline double check_broadcast(int copies) {
  long right = 0;  // rounds of which all values have come
  for (const long count : taken) right += count == (rank_here() == 0 ? 0 : copies);
  const double all_right = sum_of_ranks((double)right), differing = sum_of_ranks((double)wrong);
  moved_bytes = sum_of_ranks((double)bytes_given.load(std::memory_order_relaxed));
  const double wanted = (double)rounds * rank_count();
  if (all_right == wanted && differing == 0) return (double)rounds;
  fprintf(stderr,
          "ranks_broadcast: %g times a process has got all values of a round, not %g; %g values were wrong or late\n",
          all_right, wanted, differing);
  return -1;
}
// Of the values that one other process has got in one round; 0 for MPI's own broadcast, which does not tell.
static inline void write_sent(const Run*, double, FILE* out) {
  fprintf(out, ", \"sent_share\": %.5g", moved_bytes / (double)rounds / (rank_count() - 1) / (double)value_bytes);
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
