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

// A producer of very many does not keep them all: some run before it has made the last.
static void bounded(void) {
  enum { kTasks = 20000, kBound = 5000 };
  int held = 0, over = 0, done = 0, most = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task shared(held, over)
    {
      store(&held, 1);
      while (!load(&over)) sched_yield();
    }
    for (long tries = 0; !load(&held) && tries < 100000; tries++) sched_yield();
    for (int i = 0; i < kTasks && load(&held); i++) {
#pragma omp task priority(1 + i % 3) shared(done)
      add(&done, 1);
      if (i + 1 - load(&done) > most) most = i + 1 - load(&done);
    }
    store(&over, 1);
#pragma omp taskwait
  }
  CHECK(most < kBound);
}

// Children with a priority, beside many others with the same one that their waiting parent may not run.
static void children(void) {
  int ran = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 600; i++) {
#pragma omp task priority(2) shared(ran)
    {
      int mine = 0;
      for (int k = 0; k < 5; k++) {
#pragma omp task priority(2) shared(mine, ran)
        add(&mine, 1), add(&ran, 1);
      }
#pragma omp taskwait
      CHECK_EQUAL(mine, 5);
    }
  }
  CHECK_EQUAL(ran, 3000);
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
    if (omp_get_max_threads() > 1 && is_default_policy()) in_order();
    constraint();
    children();
  }
  if (omp_get_max_threads() > 1) bounded();
  return check_result();
}
