// The chain by tasks with dependences, which one thread makes.
#include "chain.h"

static int values[most_flows + 1];

static void hop(long key) {
  for (int i = 0; i < flows; ++i) ++values[i];
  last_key = key;
}

// Not every runtime bounds the tasks that wait for others.
enum { tasks_at_once = 10000 };

static void run_tasks(const Run *run) {
  (void)run;
  const int dependences = flows > 0 ? flows : 1;
  for (int i = 0; i < flows; ++i) values[i] = 0;
#pragma omp parallel
#pragma omp single
  for (long key = 1; key <= hops; ++key) {
#pragma omp task depend(iterator(int i = 0 : dependences), inout : values[i])
    hop(key);
    if (key % tasks_at_once == 0) {
#pragma omp taskwait
    }
  }
  carried = way == way_share ? 0 : values[0];
}

static void run_serial(const Run *run) {
  (void)run;
  for (int i = 0; i < flows; ++i) values[i] = 0;
  for (long key = 1; key <= hops; ++key) {
    hop(key);
    __asm__ volatile("" : : : "memory");
  }
  carried = way == way_share ? 0 : values[0];
}

const Problem problem = {
    .name = "flow_chain",
    .summary = "a chain of tasks that pass values on",
    .operation = "tasks",
    .parameters = parameters,
    .versions = {{"serial", run_serial}, {"tasks", run_tasks}},
    .prepare = prepare_chain,
    .reset = reset_chain,
    .check = check_chain,
};
