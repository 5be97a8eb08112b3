// What tasks that wait cost in memory, and how many a runtime lets wait at all: one thread makes them while the others keep out, or
// behind a task that ends only when all have been made. What the process holds more then, for each task that waits. Only a process's
// first run says so: freed memory stays with the runtime, to be used again.
#define _GNU_SOURCE
#include <stdlib.h>
#include <unistd.h>

#include "../../harness/problem.h"
#include "../../harness/thread_counts.h"

enum { tasks_parameter, gated_parameter };

static const Parameter parameters[] = {
    {"tasks", "how many", {10000, 200000, 2000000, 10000000}, 1, 1e9},
    {"gated", "1: they depend on a task that ends when all have been made; 0: they could run", {1, 1, 1, 1}, 0, 1},
    {0},
};

typedef struct Outcome {
  long waiting;  // when the last task had been made
  long grown_bytes;
} Outcome;

static Outcome first_run;
static bool has_first_run;

static long resident_bytes(void) {
  long pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file || fscanf(file, "%*d %ld", &pages) != 1) pages = 0;
  if (file) fclose(file);
  return pages * sysconf(_SC_PAGESIZE);
}

// The team's threads and their stacks are not the tasks'.
static void prepare(const Run *run) {
  (void)run;
  resident_bytes();
#pragma omp parallel
  begin_counting();
}

static void note(long before_bytes, long made, long ran) {
  if (has_first_run) return;
  first_run = (Outcome){made - ran, resident_bytes() - before_bytes};
  has_first_run = true;
}

static void make_ready_tasks(long tasks, long before_bytes) {
  for (long i = 0; i < tasks; ++i) {
#pragma omp task
    count_task();
  }
  note(before_bytes, tasks, tasks_here);
}

enum { gates = 16 };

// A chain behind each gate: some runtimes take a time that grows with the square of the tasks behind one.
static void make_gated_tasks(char *gate, long tasks, long before_bytes) {
  (void)gate;  // only its address: gcc does not count that
  omp_event_handle_t opened = (omp_event_handle_t)0;
#pragma omp task depend(iterator(g = 0 : gates), out : gate[g]) detach(opened)
  ;
  for (long i = 0; i < tasks; ++i) {
#pragma omp task depend(inout : gate[i % gates])
    count_task();
  }
  note(before_bytes, tasks, tasks_here);
  omp_fulfill_event(opened);
#pragma omp taskwait
}

static void run_tasks(const Run *run) {
  const long tasks = (long)parameter(run, tasks_parameter), before_bytes = resident_bytes();
  const bool gated = parameter(run, gated_parameter) != 0;
  bool made = false;
  char gate[gates];
#pragma omp parallel
  {
    begin_counting();
    if (omp_get_thread_num() == 0) {
      if (gated) make_gated_tasks(gate, tasks, before_bytes);
      else make_ready_tasks(tasks, before_bytes);
#pragma omp atomic write
      made = true;
    } else {
      // Not at a barrier, where it would run them.
      for (bool over = false; !over; usleep(100)) {
#pragma omp atomic read
        over = made;
      }
    }
#pragma omp barrier
    end_counting();
  }
}

static double check(const Run *run) { return check_count(run, parameter(run, tasks_parameter)); }

static void write_metrics(const Run *run, double wall_s, FILE *out) {
  (void)run, (void)wall_s;
  fprintf(out, ", \"waiting\": %ld, \"grown_bytes\": %ld", first_run.waiting, first_run.grown_bytes);
  if (first_run.waiting > 0) fprintf(out, ", \"bytes_a_task\": %.4g", (double)first_run.grown_bytes / (double)first_run.waiting);
}

const Problem problem = {
    .name = "memory",
    .summary = "bytes that a waiting task costs, and how many are let wait",
    .operation = "tasks",
    .parameters = parameters,
    .versions = {{"tasks", run_tasks}},
    .prepare = prepare,
    .check = check,
    .write_metrics = write_metrics,
};
