// The value is shared by all readers; a writer makes a copy for itself, as OpenMP has none to give it.
#include "broadcast.h"

#include <string.h>

static void read_it(const unsigned char *value, int task) { seen[task] = look(value, task); }
static void change_it(const unsigned char *value, int task) {
  unsigned char *own = malloc(bytes);
  memcpy(own, value, bytes);
  seen[task] = look(own, task);
  change(own, task);
  free(own);
}
static void run_tasks(const Run *run) {
  (void)run;
  unsigned char *value = malloc(bytes);
#pragma omp parallel
#pragma omp single
  {
    memset(value, 1, bytes);
    for (int i = 0; i < readers; ++i) {
#pragma omp task
      read_it(value, i);
    }
    for (int i = readers; i < readers + writers; ++i) {
#pragma omp task
      change_it(value, i);
    }
  }
  free(value);
}
static void run_serial(const Run *run) {
  (void)run;
  unsigned char *value = malloc(bytes);
  memset(value, 1, bytes);
  for (int i = 0; i < readers; ++i) read_it(value, i);
  for (int i = readers; i < readers + writers; ++i) change_it(value, i);
  free(value);
}

const Problem problem = {
    .name = "flow_broadcast",
    .summary = "one large value for many tasks",
    .operation = "tasks",
    .parameters = parameters,
    .versions = {{"serial", run_serial}, {"tasks", run_tasks}},
    .prepare = prepare_broadcast,
    .reset = reset_broadcast,
    .check = check_broadcast,
};
