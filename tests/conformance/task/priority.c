// priority: with one thread and room for priorities, ready tasks run by priority; with more each runs once; a waiting task
// may not be suspended for one that the task scheduling constraint forbids, however urgent.
// env: OMP_MAX_TASK_PRIORITY=10
#include <omp.h>

#include "check.h"

static void each_once(void) {
  int ran[200] = {0};
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 200; i++) {
#pragma omp task priority(i % 12) shared(ran)
    add(&ran[i], 1);
  }
  for (int i = 0; i < 200; i++) CHECK_EQUAL(ran[i], 1);
}

static void constraint(void) {
  int violations = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 100; i++) {
#pragma omp task shared(violations) priority(i % 3)
    {
      static __thread int waiting;
      if (waiting) add(&violations, 1);
      waiting = 1;
#pragma omp task priority(1)
      sched_yield();
#pragma omp taskwait
      waiting = 0;
    }
  }
  CHECK_EQUAL(violations, 0);
}

int main(void) {
  CHECK_EQUAL(omp_get_max_task_priority(), 10);
  for (int round = 0; round < 20; round++) {
    each_once();
    constraint();
  }
  return check_result();
}
