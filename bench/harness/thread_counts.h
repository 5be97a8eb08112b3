// How many tasks each thread ran, without a call or a shared line in the task: a thread counts for itself and says its
// number at the end of the region. And how many shares of a region's work each did, in a line of its own. For one source file of a program.
#pragma once

#include <omp.h>
#include <string.h>

#include "problem.h"

static __thread long tasks_here;
static long tasks_of[most_threads];  // by thread number, of the last run

// In a task, which stays on one thread.
static inline void count_task(void) { ++tasks_here; }

// Every thread of the region, before its first task scheduling point.
static inline void begin_counting(void) { tasks_here = 0; }
// Every thread of the region, behind a barrier that all tasks have reached.
static inline void end_counting(void) { tasks_of[omp_get_thread_num()] = tasks_here; }

// For the serial version: the first thread ran them all.
static inline void count_serial(const Run* run, long tasks) {
  for (int i = 0; i < run->threads; ++i) tasks_of[i] = 0;
  tasks_of[0] = tasks;
}

// For check(): how many ran, or -1 if that is not `expected`.
static inline double check_count(const Run* run, double expected) {
  long ran = 0;
  for (int i = 0; i < run->threads; ++i) ran += tasks_of[i];
  if ((double)ran == expected) return expected;
  fprintf(stderr, "%s: %ld tasks ran, not %.0f\n", problem.name, ran, expected);
  return -1;
}

// `, "name": [...]`
static inline void write_list(FILE* out, const char* name, const long* values, int count) {
  fprintf(out, ", \"%s\": [", name);
  for (int i = 0; i < count; ++i) fprintf(out, "%s%ld", i ? ", " : "", values[i]);
  fputs("]", out);
}

// --- shares of work ---

static struct {
  double shares;
  char rest_of_line[64 - sizeof(double)];
} shares_of[most_threads] __attribute__((aligned(64)));  // by thread number, of the last run

static inline void reset_shares(void) { memset(shares_of, 0, sizeof shares_of); }

// A thread of the region; no two of the same number at a time.
static inline void count_share(double share) { shares_of[omp_get_thread_num()].shares += share; }

// For check(): whether those counted, and `others` besides, are `expected` shares. If not it has said so on stderr.
static inline bool check_shares(double others, double expected) {
  double shares = others;
  for (int i = 0; i < most_threads; ++i) shares += shares_of[i].shares;
  const double off = shares - expected;
  if (off > -0.5 && off < 0.5) return true;
  fprintf(stderr, "%s: %.1f shares of work were done, not %.0f\n", problem.name, shares, expected);
  return false;
}
