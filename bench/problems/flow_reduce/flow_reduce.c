// The sums by tasks that exclude one another where they write the same sum.
#include "reduce.h"

// A dependence is on the sum; tasks go through all keys for each item, as messages of a graph would come.
static void run_tasks(const Run *run) {
  (void)run;
#pragma omp parallel
#pragma omp single
  for (int item = 0; item < items; ++item) {
    for (int key = 0; key < keys; ++key) {
      int *sum = sums[key];
#pragma omp task depend(mutexinoutset : sum[0])
      add_item(sum, key, item);
    }
    if (item % 16 == 15) {  // not every runtime bounds the tasks that wait for others
#pragma omp taskwait
    }
  }
}
static void run_serial(const Run *run) {
  (void)run;
  for (int item = 0; item < items; ++item)
    for (int key = 0; key < keys; ++key) add_item(sums[key], key, item);
}

const Problem problem = {
    .name = "flow_reduce",
    .summary = "many sums of many items, each of which a task brings",
    .operation = "items",
    .parameters = parameters,
    .versions = {{"serial", run_serial}, {"tasks", run_tasks}},
    .prepare = prepare_reduce,
    .reset = reset_reduce,
    .check = check_reduce,
};
