// priority: what is ready runs by priority, each task once; a waiting task may not be suspended for one that the task
// scheduling constraint forbids, however urgent.
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

// The other thread is kept away, so that one thread chooses among all of them.
static void in_order(void) {
  enum { kTasks = 30, kLevels = 11 };
  int held = 0, done = 0, order[kTasks];
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task shared(held, done)
    {
      store(&held, 1);
      for (long tries = 0; load(&done) < kTasks && tries < 100000; tries++) sched_yield();
    }
    for (long tries = 0; !load(&held) && tries < 100000; tries++) sched_yield();
    const int is_away = load(&held);
    for (int i = 0; i < kTasks; i++) {
#pragma omp task priority(i * 7 % kLevels) shared(order, done)
      order[add(&done, 1) - 1] = i * 7 % kLevels;
    }
#pragma omp taskwait
    for (int i = 1; is_away && i < kTasks; i++) CHECK(order[i - 1] >= order[i]);
  }
  CHECK_EQUAL(done, kTasks);
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
    if (omp_get_max_threads() > 1 && getenv("XOMP_SCHEDULE_POLICY") == NULL) in_order();
    constraint();
  }
  return check_result();
}
