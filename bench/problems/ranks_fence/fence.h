// What the versions share: fences with nothing to do, one after the other. Plain MPI's are the two all-reduces that a fence needs.
#pragma once

#include "../with_mpi.h"

enum { fences_parameter };

static const Parameter parameters[] = {
    {"fences", "one after the other", {50, 500, 5000, 50000}, 1, 1e9},
    {NULL, NULL, {0, 0, 0, 0}, 0, 0},
};

static long fences, made;

static inline void prepare_fences(const Run* run) { fences = (long)parameter(run, fences_parameter); }
static inline void reset_fences(const Run*) { made = 0; }
static inline double check_fences(const Run*) {
  if (made == fences) return (double)fences;
  fprintf(stderr, "ranks_fence: %ld fences, not %ld\n", made, fences);
  return -1;
}

static constexpr Problem fences_by(Version version, void (*prepare)(const Run*), const Ranks* ranks) {
  return {
      .name = "ranks_fence",
      .summary = "fences with nothing to wait for; plain MPI: two all-reduces of 64 bytes",
      .operation = "fences",
      .parameters = parameters,
      .versions = {version},
      .prepare = prepare,
      .reset = reset_fences,
      .check = check_fences,
      .ranks = ranks,
  };
}
