// How well unevenly made tasks are evened out: thread i makes `skew` times as many as thread i + 1. At best each task moves at most
// once, and no more of them than must; told are the tasks that each thread ran beyond those that it made, and how many moved.
#include <string.h>

#include "../../harness/problem.h"
#include "../../harness/producers.h"
#include "../../harness/thread_counts.h"

enum { tasks_parameter, length_parameter, skew_parameter };

static const Parameter parameters[] = {
    {"tasks", "how many, in all; 0 = as many as suit the size", {0, 0, 0, 0}, 0, 1e10},
    {"length_ns", "work of a task", {200, 200, 200, 200}, 0, 1e9},
    {"skew", "so many times the next thread's tasks are made by a thread", {4, 4, 4, 4}, 1, 1e6},
    {0},
};

static double tasks_in_all(const Run *run) { return tasks_of_size(run, parameter(run, tasks_parameter), parameter(run, length_parameter)); }

static long made_of[most_threads];   // by thread, written in prepare()
static long moved_of[most_threads];  // by thread that ran them
static __thread long moved_here;

static void prepare(const Run *run) {
  double parts[most_threads], sum = 0, part = 1;
  for (int i = 0; i < run->threads; ++i, part /= parameter(run, skew_parameter)) sum += parts[i] = part;
  const long tasks = (long)tasks_in_all(run);
  long left = tasks;
  for (int i = 1; i < run->threads; ++i) left -= made_of[i] = (long)((double)tasks * parts[i] / sum);
  made_of[0] = left;
}

static void run_serial(const Run *run) {
  memset(moved_of, 0, sizeof moved_of);
  for (int i = 0; i < run->threads; ++i) {
    for (long task = 0; task < made_of[i]; ++task) work_ns(parameter(run, length_parameter));
    tasks_of[i] = made_of[i];
  }
}

static void make_tasks(int me, double length_ns) {
  for (long i = 0; i < made_of[me]; ++i) {
#pragma omp task
    {
      work_ns(length_ns);
      count_task();
      moved_here += omp_get_thread_num() != me;
    }
  }
}

static void run_tasks(const Run *run) {
  const double length_ns = parameter(run, length_parameter);
#pragma omp parallel
  {
    const int me = omp_get_thread_num();
    begin_counting();
    moved_here = 0;
    make_tasks(me, length_ns);
#pragma omp barrier
    end_counting();
    moved_of[me] = moved_here;
  }
}

static double check(const Run *run) { return check_count(run, tasks_in_all(run)); }

static void write_metrics(const Run *run, double wall_s, FILE *out) {
  (void)wall_s;
  const double ideal = tasks_in_all(run) / run->threads;
  long gained[most_threads], moved = 0;
  double must_move = 0, worst = 0;
  for (int i = 0; i < run->threads; ++i) {
    gained[i] = tasks_of[i] - made_of[i];
    moved += moved_of[i];
    if ((double)made_of[i] > ideal) must_move += (double)made_of[i] - ideal;
    const double off = (double)tasks_of[i] / ideal - 1;
    if (off > worst) worst = off;
  }
  write_list(out, "made", made_of, run->threads);
  write_list(out, "tasks_per_worker", tasks_of, run->threads);
  write_list(out, "gained", gained, run->threads);
  fprintf(out, ", \"moved\": %ld, \"must_move\": %.0f, \"most_above_share\": %.4g", moved, must_move, worst);
}

const Problem problem = {
    .name = "stealing",
    .summary = "unevenly made tasks: who ran how many, and how many moved",
    .operation = "tasks",
    .parameters = parameters,
    .versions = {{"serial", run_serial}, {"tasks", run_tasks}},
    .prepare = prepare,
    .check = check,
    .write_metrics = write_metrics,
};
