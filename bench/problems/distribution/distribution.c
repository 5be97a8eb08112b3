// How evenly tasks of one length come to be spread over the threads, where one thread makes them all or each makes its share: the
// number that each thread ran, for a box plot.
#include "../../harness/problem.h"
#include "../../harness/producers.h"
#include "../../harness/thread_counts.h"

enum { tasks_parameter, length_parameter, producers_parameter };

static const Parameter parameters[] = {
    {"tasks", "how many, in all; 0 = as many as suit the size", {0, 0, 0, 0}, 0, 1e10},
    {"length_ns", "work of a task", {100, 100, 100, 100}, 0, 1e9},
    {"producers", "threads that make tasks, the first ones; 0 = all", {1, 1, 1, 1}, 0, 1024},
    {0},
};

static double tasks_in_all(const Run *run) { return tasks_of_size(run, parameter(run, tasks_parameter), parameter(run, length_parameter)); }

static void run_serial(const Run *run) {
  const long tasks = (long)tasks_in_all(run);
  for (long i = 0; i < tasks; ++i) work_ns(parameter(run, length_parameter));
  count_serial(run, tasks);
}

static void run_tasks(const Run *run) {
  const long tasks = (long)tasks_in_all(run);
  const double length_ns = parameter(run, length_parameter);
  const int producers = producers_among(parameter(run, producers_parameter), run->threads);
#pragma omp parallel
  {
    begin_counting();
    const int me = omp_get_thread_num();
    const long mine = share_of(tasks, me, producers);
    for (long i = 0; i < mine; ++i) {
#pragma omp task
      {
        work_ns(length_ns);
        count_task();
      }
    }
#pragma omp barrier
    end_counting();
  }
}

static double check(const Run *run) { return check_count(run, tasks_in_all(run)); }

// Delta: how far a thread is from an equal share, as a part of that share (0 = it ran just as many; 1 = none, or twice as many).
static void write_metrics(const Run *run, double wall_s, FILE *out) {
  (void)wall_s;
  write_list(out, "tasks_per_worker", tasks_of, run->threads);
  const double ideal = tasks_in_all(run) / run->threads;
  fputs(", \"deltas\": [", out);
  for (int i = 0; i < run->threads; ++i) {
    const double off = (double)tasks_of[i] - ideal;
    fprintf(out, "%s%.4g", i ? ", " : "", (off < 0 ? -off : off) / ideal);
  }
  fputs("]", out);
}

const Problem problem = {
    .name = "distribution",
    .summary = "how many of many equal tasks each thread runs",
    .operation = "tasks",
    .parameters = parameters,
    .versions = {{"serial", run_serial}, {"tasks", run_tasks}},
    .check = check,
    .write_metrics = write_metrics,
};
