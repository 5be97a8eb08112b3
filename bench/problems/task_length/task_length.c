// What a task costs besides its work, against the length of that work: independent tasks that each keep a thread busy for
// length_ns, made by all threads or by a few.
#include "task_length.h"

#include "../../harness/thread_counts.h"

static void run_serial(const Run *run) {
  const long tasks = (long)tasks_in_all(run);
  const double length_ns = parameter(run, length_parameter);
  for (long i = 0; i < tasks; ++i) work_ns(length_ns);
  count_serial(run, tasks);
}

static void make_tasks(long tasks, double length_ns) {
  for (long i = 0; i < tasks; ++i) {
#pragma omp task
    {
      work_ns(length_ns);
      count_task();
    }
  }
}

static void run_tasks(const Run *run) {
  const long tasks = (long)tasks_in_all(run);
  const double length_ns = parameter(run, length_parameter);
  const int producers = producers_among(parameter(run, producers_parameter), run->threads);
#pragma omp parallel
  {
    begin_counting();
    const int me = omp_get_thread_num();
    make_tasks(share_of(tasks, me, producers), length_ns);
#pragma omp barrier
    end_counting();
  }
}

static void run_taskloop(const Run *run) {
  const long tasks = (long)tasks_in_all(run);
  const double length_ns = parameter(run, length_parameter);
  const int producers = producers_among(parameter(run, producers_parameter), run->threads);
#pragma omp parallel
  {
    begin_counting();
    const int me = omp_get_thread_num();
    if (me < producers) {
      const unsigned long mine = (unsigned long)share_of(tasks, me, producers);
#pragma omp taskloop grainsize(1) nogroup
      for (unsigned long i = 0; i < mine; ++i) {
        work_ns(length_ns);
        count_task();
      }
    }
#pragma omp barrier
    end_counting();
  }
}

static double check(const Run *run) { return check_count(run, tasks_in_all(run)); }

const Problem problem = {
    .name = "task_length",
    .summary = "overhead of a task against its length",
    .operation = "tasks",
    .parameters = parameters,
    .versions = {{"serial", run_serial}, {"tasks", run_tasks}, {"taskloop", run_taskloop}},
    .prepare = time_work,
    .check = check,
    .write_metrics = write_overhead,
};
