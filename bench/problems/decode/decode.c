// The parallel regions of a language model that writes one token after the other: some 200 short ones a token, with a little serial code
// between two. Told are the time of a token (the median and the worst), and how many times the ideal it is: that of the regions' work and
// the serial code alone. Waiting between tokens is not part of a token, but its processor time counts.
#define _GNU_SOURCE
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../harness/problem.h"

enum { tokens_parameter, regions_parameter, work_parameter, gap_parameter, pause_parameter };
enum { most_tokens = 100000, most_threads = 1024 };

static const Parameter parameters[] = {
    {"tokens", "how many", {5, 50, 500, 5000}, 1, most_tokens},
    {"regions", "of a token", {200, 200, 200, 200}, 1, 1e6},
    {"work_us", "work of each thread in a region", {20, 20, 20, 20}, 0, 1e6},
    {"gap_us", "serial code between two regions", {5, 5, 5, 5}, 0, 1e6},
    {"pause_ms", "that the program sleeps before each token", {0, 0, 0, 0}, 0, 1e4},
    {0},
};

static double token_s[most_tokens];  // of the last run
// Of threads through regions, of the last run: told by the regions themselves, or counted by thread.
static long passes;
static struct {
  long passes;
  char rest_of_line[64 - sizeof(long)];
} passes_of[most_threads] __attribute__((aligned(64)));

static void sleep_ms(double ms) {
  const struct timespec pause = {(time_t)(ms / 1e3), (long)((ms - 1e3 * (double)(long)(ms / 1e3)) * 1e6)};
  if (ms > 0) nanosleep(&pause, NULL);
}

// Runs one region, in which each thread works for so many ns. Returns how many threads passed through it, or 0 if they have counted that.
typedef long (*Region)(double work);
static void write_tokens(const Run *run, Region region) {
  const long tokens = (long)parameter(run, tokens_parameter), regions = (long)parameter(run, regions_parameter);
  const double work = parameter(run, work_parameter) * 1e3, gap = parameter(run, gap_parameter) * 1e3;
  passes = 0;
  memset(passes_of, 0, sizeof passes_of);
  for (long token = 0; token < tokens; ++token) {
    sleep_ms(parameter(run, pause_parameter));
    const double start = seconds_now();
    for (long i = 0; i < regions; ++i) {
      work_ns(gap);
      passes += region(work);
    }
    token_s[token] = seconds_now() - start;
  }
}

// Each thread counts in a line of its own, so that the region shares nothing.
static long by_region(double work) {
#pragma omp parallel
  {
    work_ns(work);
    ++passes_of[omp_get_thread_num()].passes;
  }
  return 0;
}
static long by_loop(double work) {
  const int threads = omp_get_max_threads();
  long here = 0;
#pragma omp parallel for schedule(static) reduction(+ : here)
  for (int i = 0; i < threads; ++i) {
    work_ns(work);
    here += 1;
  }
  return here;
}

static void run_regions(const Run *run) { write_tokens(run, by_region); }
static void run_loops(const Run *run) { write_tokens(run, by_loop); }

static double check(const Run *run) {
  for (int i = 0; i < most_threads; ++i) passes += passes_of[i].passes;
  const double regions = parameter(run, tokens_parameter) * parameter(run, regions_parameter);
  if ((double)passes == regions * run->threads) return regions;
  fprintf(stderr, "decode: %ld passes of threads through regions, not %.0f\n", passes, regions * run->threads);
  return -1;
}

static int by_time(const void *a, const void *b) {
  const double left = *(const double *)a, right = *(const double *)b;
  return (left > right) - (left < right);
}
static void write_metrics(const Run *run, double wall_s, FILE *out) {
  (void)wall_s;
  const long tokens = (long)parameter(run, tokens_parameter);
  const double ideal_s = parameter(run, regions_parameter) * (parameter(run, work_parameter) + parameter(run, gap_parameter)) * 1e-6;
  qsort(token_s, (size_t)tokens, sizeof *token_s, by_time);
  fprintf(out, ", \"token_us\": %.6g, \"worst_token_us\": %.6g, \"of_ideal\": %.4g", token_s[tokens / 2] * 1e6, token_s[tokens - 1] * 1e6,
          token_s[tokens / 2] / ideal_s);
}

const Problem problem = {
    .name = "decode",
    .summary = "tokens of many short regions with serial code between them: how near to the ideal",
    .operation = "regions",
    .parameters = parameters,
    .versions = {{"regions", run_regions}, {"loops", run_loops}},
    .check = check,
    .write_metrics = write_metrics,
};
