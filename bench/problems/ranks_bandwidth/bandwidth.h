// What the versions share: one value goes round all processes. Each that gets it looks at its ends, and changes them.
#pragma once

#include <cstdint>
#include <cstring>

#include "../with_mpi.h"

enum { bytes_parameter, form_parameter, hops_parameter };
enum { form_buffer, form_split, form_vector, form_archive };

static const Parameter parameters[] = {
    {"bytes", "of the value", {1 << 16, 1 << 20, 1 << 24, 1 << 26}, 16, 1e11},
    {"form",
     "ttg: 0 a ttg::Buffer, 1 split by its SplitMetadataDescriptor, 2 a std::vector, 3 a vector inside of a type with "
     "serialize()",
     {0, 0, 0, 0},
     0,
     3},
    {"hops", "times that it is sent; 0: as many as make 64 MiB, from 8 to 2000", {20, 0, 0, 0}, 0, 1e9},
    {NULL, NULL, {0, 0, 0, 0}, 0, 0},
};

static size_t value_bytes;
static long hops;
static long last_key, wrong;  // wrong: values whose ends were not those that the process before has written

static inline void prepare_value(const Run* run) {
  value_bytes = (size_t)parameter(run, bytes_parameter);
  hops = (long)parameter(run, hops_parameter);
  if (hops != 0) return;
  hops = (1L << 26) / (long)value_bytes;
  if (hops < 8) hops = 8;
  if (hops > 2000) hops = 2000;
}
static inline void reset_value(const Run*) { last_key = -1, wrong = 0; }
// Both ends of the value say how often it was sent.
static inline void write_ends(char* value, long key) {
  memcpy(value, &key, sizeof key);
  memcpy(value + value_bytes - sizeof key, &key, sizeof key);
}
static inline void pass(char* value, long key) {
  long first, last;
  memcpy(&first, value, sizeof first);
  memcpy(&last, value + value_bytes - sizeof last, sizeof last);
  if (first != key || last != key) ++wrong;
  write_ends(value, key + 1);
  if (key == hops) last_key = key;
}
static inline double check_value(const Run*) {
  const double key = largest_of_ranks((double)last_key), differing = sum_of_ranks((double)wrong);
  if (key == (double)hops && differing == 0) return (double)hops;
  fprintf(stderr, "ranks_bandwidth: the last task is %g, not %ld, and %g values were not as they were sent\n", key,
          hops, differing);
  return -1;
}
static inline void write_bandwidth(const Run*, double wall_s, FILE* out) {
  fprintf(out, ", \"gb_per_s\": %.5g", (double)value_bytes * (double)hops / wall_s * 1e-9);
}

static constexpr Problem value_by(Version version, void (*prepare)(const Run*), const Ranks* ranks) {
  return {
      .name = "ranks_bandwidth",
      .summary = "a large value from process to process",
      .operation = "times that the value is sent",
      .parameters = parameters,
      .versions = {version},
      .prepare = prepare,
      .reset = reset_value,
      .check = check_value,
      .write_metrics = write_bandwidth,
      .ranks = ranks,
  };
}
