// See work.h.
#define _GNU_SOURCE
#include "work.h"

#include <stdint.h>
#include <stdlib.h>
#include <time.h>

static double seconds_of(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double seconds_now(void) { return seconds_of(CLOCK_MONOTONIC); }
double cpu_seconds_now(void) { return seconds_of(CLOCK_PROCESS_CPUTIME_ID); }

// Written by calibrate_work.
static double steps_per_ns;

// A chain of dependent multiplications: nothing to vectorise, no memory. The empty asm keeps compilers from folding it.
static void work_steps(long steps) {
  uint64_t x = 1;
  for (long i = 0; i < steps; ++i) {
    x = x * 6364136223846793005u + 1442695040888963407u;
    __asm__ volatile("" : "+r"(x));
  }
}

void work_ns(double ns) { work_steps((long)(ns * steps_per_ns)); }

double calibrate_work(void) {
  enum { steps = 200000, tries = 5 };
  const char *const known = getenv("BENCH_STEPS_PER_NS");
  if (known != NULL && (steps_per_ns = strtod(known, NULL)) > 0) return steps_per_ns;
  double best_s = 1;
  for (int i = 0; i < tries; ++i) {
    const double start = seconds_now();
    work_steps(steps);
    const double took = seconds_now() - start;
    if (took < best_s) best_s = took;
  }
  return steps_per_ns = steps / (best_s * 1e9);
}
