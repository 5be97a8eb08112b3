// Throughput of a team in which some threads make tasks of random lengths and the others only run them, as OMPi's authors measured it:
// against the number of producers, the longest work, and how many tasks a producer may have outstanding.
#include "../../harness/problem.h"
#include "../../harness/producers.h"
#include "../../harness/thread_counts.h"

enum { tasks_parameter, producers_parameter, load_parameter, window_parameter };

static const Parameter parameters[] = {
    {"tasks", "how many, in all; 0 = as many as suit the size", {0, 0, 0, 0}, 0, 1e10},
    {"producers", "threads that make tasks, the first ones; 0 = all", {1, 1, 1, 1}, 0, 1024},
    {"maxload", "a task goes round an empty loop from 0 to so many times, at random", {128, 128, 128, 128}, 0, 1e9},
    {"window", "a producer waits for its tasks after so many; 0 = at the end only", {0, 0, 0, 0}, 0, 1e10},
    {0},
};

// A turn of its loop takes about a nanosecond or two, and half of them are taken.
static double tasks_in_all(const Run *run) { return tasks_of_size(run, parameter(run, tasks_parameter), parameter(run, load_parameter)); }

// The task's number decides, not the thread, so that all versions do the same work.
static void random_work(long task, unsigned long maxload) {
  uint64_t state = (uint64_t)task;
  const unsigned long turns = maxload == 0 ? 0 : next_random(&state) % (maxload + 1);
  for (volatile unsigned long i = 0; i < turns; ++i) continue;
}

static void run_serial(const Run *run) {
  const long tasks = (long)tasks_in_all(run);
  for (long i = 0; i < tasks; ++i) random_work(i, (unsigned long)parameter(run, load_parameter));
  count_serial(run, tasks);
}

// Producer `me` of so many makes the tasks me, me + producers, ...
static void make_tasks(long tasks, int me, int producers, unsigned long maxload, long window) {
  const long mine = share_of(tasks, me, producers);
  for (long i = 0; i < mine; ++i) {
#pragma omp task
    {
      random_work(i * producers + me, maxload);
      count_task();
    }
    if (window != 0 && (i + 1) % window == 0) {
#pragma omp taskwait
    }
  }
}

static void run_tasks(const Run *run) {
  const long tasks = (long)tasks_in_all(run), window = (long)parameter(run, window_parameter);
  const unsigned long maxload = (unsigned long)parameter(run, load_parameter);
  const int producers = producers_among(parameter(run, producers_parameter), run->threads);
#pragma omp parallel
  {
    begin_counting();
    make_tasks(tasks, omp_get_thread_num(), producers, maxload, window);
#pragma omp barrier
    end_counting();
  }
}

static double check(const Run *run) { return check_count(run, tasks_in_all(run)); }

static void write_metrics(const Run *run, double wall_s, FILE *out) {
  fprintf(out, ", \"tasks_per_s\": %.6g", tasks_in_all(run) / wall_s);
  write_list(out, "tasks_per_worker", tasks_of, run->threads);
}

const Problem problem = {
    .name = "producers",
    .summary = "tasks a second against producers and the tasks' longest work",
    .operation = "tasks",
    .parameters = parameters,
    .versions = {{"serial", run_serial}, {"tasks", run_tasks}},
    .check = check,
    .write_metrics = write_metrics,
};
