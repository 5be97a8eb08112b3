// What a version of this folder does in a run: the graph once, or with --target the search for METG, Task-Bench's
// minimum effective task granularity: the shortest task, overhead included, with which that part of the processors'
// time is still the kernel's.
#pragma once

#include <math.h>

#include "taskbench.h"

enum { first_iterations = 256, most_iterations = 1 << 16, least_rows = 100, tries_of_point = 3, most_points = 64 };

typedef struct Point {
  long iterations;
  double task_us;
  double efficiency;  // the kernel's part of it
} Point;

// Of the last search.
static Point points[most_points];
static int point_count;
static double metg_us;
static double tasks_run;  // in all tries
static bool all_right;

static inline double kernel_ns(void) { return (double)iterations * ns_per_iteration; }

// One try: seconds that the graph took.
static inline double time_rows(const Run* run, void (*rows_once)(const Run* run)) {
  reset(run);
  agreed(0);  // all begin together
  const double start = seconds_now();
  rows_once(run);
  const double took = agreed(seconds_now() - start);
  all_right = all_right && is_right();
  tasks_run += (double)tasks_in_all();
  return took;
}

// As many rows as take long enough for the team's start to be nothing, by what a task took last.
static inline void choose_rows(const Run* run, double task_ns) {
  static const double wanted_s[size_count] = {1e-3, 15e-3, 60e-3, 200e-3};
  const double row_s = task_ns * 1e-9 * graph.width / (run->threads * process_count);
  steps = (long)(wanted_s[run->size] / row_s);
  if (steps < least_rows) steps = least_rows;
  expect_results(run);
}

static inline Point measure_point(const Run* run, void (*rows_once)(const Run* run), long count) {
  const Point* last = point_count > 0 ? &points[point_count - 1] : NULL;
  iterations = count;
  choose_rows(run,
              last ? last->task_us * 1e3 + (double)(count - last->iterations) * ns_per_iteration : kernel_ns() + 1000);
  double times[tries_of_point];
  time_rows(run, rows_once);
  for (int i = 0; i < tries_of_point; ++i) times[i] = time_rows(run, rows_once);
  qsort(times, tries_of_point, sizeof *times, compare_doubles);
  const double task_ns = task_ns_of(run, times[tries_of_point / 2]);
  return (Point){count, task_ns * 1e-3, kernel_ns() / task_ns};
}

static inline const Point* point_of(const Run* run, void (*rows_once)(const Run* run), long count) {
  for (int i = 0; i < point_count; ++i)
    if (points[i].iterations == count) return &points[i];
  if (point_count < most_points) points[point_count] = measure_point(run, rows_once, count), ++point_count;
  return &points[point_count - 1];
}

// Where the line between both, over the logarithm of the length, has the efficiency that is wanted.
static inline double length_between(const Point* low, const Point* high, double target) {
  const double rise = high->efficiency - low->efficiency;
  const double part = rise > 0 ? fmin(1, fmax(0, (target - low->efficiency) / rise)) : 1;
  return low->task_us * pow(high->task_us / low->task_us, part);
}

// Doubles or halves the iterations until the efficiency passes the target, then divides the range.
static inline void search_metg(const Run* run, void (*rows_once)(const Run* run)) {
  const double target = parameter(run, target_parameter) / 100, precise_enough = 1.1;
  long low = first_iterations, high = first_iterations;
  point_count = 0, tasks_run = 0, all_right = true;
  while (point_of(run, rows_once, high)->efficiency < target) {
    if (high >= most_iterations) {
      fprintf(stderr, "taskbench: not even with %ld iterations a task the efficiency is %.0f %%\n", high, target * 100);
      exit(1);
    }
    low = high, high *= 2;
  }
  while (low >= 1 && point_of(run, rows_once, low)->efficiency >= target) high = low, low /= 2;
  while (low >= 1 && high > low + 1 && (double)high > (double)low * precise_enough) {
    const long middle = (long)sqrt((double)low * (double)high);
    const long next = middle > low ? middle : low + 1;
    if (point_of(run, rows_once, next)->efficiency >= target) high = next;
    else low = next;
  }
  const Point* long_enough = point_of(run, rows_once, high);
  // Below one iteration there is nothing: then all lengths are long enough.
  metg_us = low < 1 ? long_enough->task_us : length_between(point_of(run, rows_once, low), long_enough, target);
}

static inline bool searches(const Run* run) { return parameter(run, target_parameter) > 0; }

// What each version does with its own way to run the rows.
static inline void run_with(const Run* run, void (*rows_once)(const Run* run)) {
  if (searches(run)) search_metg(run, rows_once);
  else rows_once(run);
}

static inline double check(const Run* run) {
  if (searches(run)) return all_right ? tasks_run : -1;
  return is_right() ? (double)tasks_in_all() : -1;
}

static inline void write_metrics(const Run* run, double wall_s, FILE* out) {
  static const char* const patterns[] = {"trivial", "no_comm",        "stencil_1d", "fft",
                                         "tree",    "random_nearest", "spread",     "all_to_all"};
  fprintf(out, ", \"pattern\": \"%s\", \"kernel\": \"%s\"", patterns[graph.pattern],
          reads_memory ? "memory" : "compute");
  if (searches(run)) {
    fprintf(out, ", \"metg_us\": %.6g", metg_us);
  } else {
    const double task_ns = task_ns_of(run, wall_s);
    fprintf(out, ", \"task_us\": %.6g, \"kernel_us\": %.6g, \"efficiency\": %.4g", task_ns * 1e-3, kernel_ns() * 1e-3,
            kernel_ns() / task_ns);
  }
}

#ifdef __cplusplus
// The problem as it is solved by a library, in one way or two.
static constexpr Problem taskbench_by(Version version, Version other = {}, const Ranks* ranks = nullptr) {
  return {
      .name = "taskbench",
      .summary = "rows of equal tasks that read those of the row before",
      .operation = "tasks",
      .parameters = parameters,
      .versions = {version, other},
      .prepare = prepare,
      .reset = reset,
      .check = check,
      .write_metrics = write_metrics,
      .ranks = ranks,
  };
}
#endif
