// What the versions of this folder share: parameters, the cost of the work alone, the overhead.
#pragma once

#include <unistd.h>

#include "../../harness/problem.h"
#include "../../harness/producers.h"

enum { tasks_parameter, length_parameter, producers_parameter };

static const Parameter parameters[] = {
    {"tasks", "how many, in all; 0 = as many as suit the size", {0, 0, 0, 0}, 0, 1e10},
    {"length_ns", "work of a task", {100, 100, 100, 100}, 0, 1e9},
    {"producers", "threads that make tasks, the first ones; 0 = all", {0, 0, 0, 0}, 0, 1024},
    {NULL, NULL, {0, 0, 0, 0}, 0, 0},
};

static inline double tasks_in_all(const Run* run) {
  return tasks_of_size(run, parameter(run, tasks_parameter), parameter(run, length_parameter));
}

static double work_each_ns;  // what work_ns(length) takes without anything around it

static inline void time_work(const Run* run) {
  enum { tries = 5 };
  const double length_ns = parameter(run, length_parameter);
  const long calls = (long)(2e6 / (length_ns + 1)) + 1;
  work_each_ns = 1e30;
  for (int i = 0; i < tries; ++i) {
    const double start = seconds_now();
    for (long call = 0; call < calls; ++call) work_ns(length_ns);
    const double each_ns = (seconds_now() - start) * 1e9 / (double)calls;
    if (each_ns < work_each_ns) work_each_ns = each_ns;
  }
}

// Of the processors' time, as far as there are threads for them: what was not work.
static inline void write_overhead(const Run* run, double wall_s, FILE* out) {
  const double tasks = tasks_in_all(run);
  const long processors = sysconf(_SC_NPROCESSORS_ONLN);
  const double at_work = run->threads < processors ? run->threads : (double)processors;
  fprintf(out, ", \"task_ns\": %g, \"work_ns\": %.4g, \"overhead_ns\": %.4g", parameter(run, length_parameter),
          work_each_ns, wall_s * 1e9 * at_work / tasks - work_each_ns);
}
