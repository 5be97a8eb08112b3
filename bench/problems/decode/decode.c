// The parallel regions of a language model that writes one token after the other: some 200 short ones a token, with a little serial code
// between two. Told are the time of a token (the median and the worst), and how many times the ideal it is: that of the regions' work and
// the serial code alone. Waiting between tokens is not part of a token, but its processor time counts.
#define _GNU_SOURCE
#include <omp.h>
#include <stdlib.h>
#include <time.h>

#include "../../harness/thread_counts.h"

enum { tokens_parameter, regions_parameter, work_parameter, gap_parameter, pause_parameter };
enum { most_tokens = 100000 };

static const Parameter parameters[] = {
    {"tokens", "how many", {5, 50, 500, 5000}, 1, most_tokens},
    {"regions", "of a token", {200, 200, 200, 200}, 1, 1e6},
    {"work_us", "work of each thread in a region, where it has all the threads that were asked for", {20, 20, 20, 20}, 0, 1e6},
    {"gap_us", "serial code between two regions", {5, 5, 5, 5}, 0, 1e6},
    {"pause_ms", "that the program sleeps before each token", {0, 0, 0, 0}, 0, 1e4},
    {0},
};

static double token_s[most_tokens];  // of the last run
// Shares of the work that the regions themselves have told, one for each thread that was asked for. Of the last run.
static double told_shares;

static void sleep_ms(double ms) {
  const struct timespec pause = {(time_t)(ms / 1e3), (long)((ms - 1e3 * (double)(long)(ms / 1e3)) * 1e6)};
  if (ms > 0) nanosleep(&pause, NULL);
}

// Runs one region: `threads` shares of the work, each of so many ns. Returns how many shares were done, or 0 if that is counted by thread.
typedef double (*Region)(int threads, double share_ns);
static void write_tokens(const Run *run, Region region) {
  const long tokens = (long)parameter(run, tokens_parameter), regions = (long)parameter(run, regions_parameter);
  const double share = parameter(run, work_parameter) * 1e3, gap = parameter(run, gap_parameter) * 1e3;
  told_shares = 0;
  reset_shares();
  for (long token = 0; token < tokens; ++token) {
    sleep_ms(parameter(run, pause_parameter));
    const double start = seconds_now();
    for (long i = 0; i < regions; ++i) {
      work_ns(gap);
      told_shares += region(run->threads, share);
    }
    token_s[token] = seconds_now() - start;
  }
}

// A smaller team has more to do.
static double by_region(int threads, double share) {
#pragma omp parallel
  {
    const double mine = (double)threads / omp_get_num_threads();
    work_ns(share * mine);
    count_share(mine);
  }
  return 0;
}
static double by_loop(int threads, double share) {
  long done = 0;
#pragma omp parallel for schedule(static) reduction(+ : done)
  for (int i = 0; i < threads; ++i) {
    work_ns(share);
    done += 1;
  }
  return (double)done;
}

static void run_regions(const Run *run) { write_tokens(run, by_region); }
static void run_loops(const Run *run) { write_tokens(run, by_loop); }

static double check(const Run *run) {
  const double regions = parameter(run, tokens_parameter) * parameter(run, regions_parameter);
  return check_shares(told_shares, regions * run->threads) ? regions : -1;
}

static void write_metrics(const Run *run, double wall_s, FILE *out) {
  (void)wall_s;
  const long tokens = (long)parameter(run, tokens_parameter);
  const double ideal_s = parameter(run, regions_parameter) * (parameter(run, work_parameter) + parameter(run, gap_parameter)) * 1e-6;
  qsort(token_s, (size_t)tokens, sizeof *token_s, compare_doubles);
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
