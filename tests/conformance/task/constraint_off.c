// constraint=off, under each policy: a thread that waits in a tied task runs a task that does not descend from it. Here nobody else can
// run that task, so with the constraint the program would never end.
// runtimes: xomp
// threads: 3
// env-each: XOMP_SCHEDULE_POLICY=auto:constraint=off | XOMP_SCHEDULE_POLICY=deque:constraint=off | XOMP_SCHEDULE_POLICY=ll:constraint=off | XOMP_SCHEDULE_POLICY=llp:constraint=off | XOMP_SCHEDULE_POLICY=lfq:constraint=off | XOMP_SCHEDULE_POLICY=cc:constraint=off | XOMP_SCHEDULE_POLICY=local-first:constraint=off | XOMP_SCHEDULE_POLICY=xqueue:constraint=off | XOMP_SCHEDULE_POLICY=xqueue-nowait:constraint=off | XOMP_SCHEDULE_POLICY=xqueue-wait:constraint=off | XOMP_SCHEDULE_POLICY=na-rp:constraint=off | XOMP_SCHEDULE_POLICY=na-ws:constraint=off | XOMP_SCHEDULE_POLICY=hybrid:constraint=off
#include <omp.h>

#include "check.h"

static int child_begun, other_ran, ended;
static int waiting_thread, other_thread;

static void in_taskwait(void) {
#pragma omp task
  {
    store(&child_begun, 1);
    wait_for(&other_ran, 1);
  }
  wait_for(&child_begun, 1);  // so another thread has it
#pragma omp taskwait
}

static void in_taskgroup(void) {
#pragma omp taskgroup
  {
#pragma omp task
    {
      store(&child_begun, 1);
      wait_for(&other_ran, 1);
    }
    wait_for(&child_begun, 1);
  }
}

// One thread makes the tasks and then blocks, one waits in a task, and one is in that task's child.
static void run_in_the_wait(void (*wait)(void)) {
  child_begun = other_ran = ended = 0;
#pragma omp parallel num_threads(3)
#pragma omp single
  {
#pragma omp task
    {
      store(&waiting_thread, omp_get_thread_num());
      wait();
      store(&ended, 1);
    }
    wait_for(&child_begun, 1);
#pragma omp task
    {
      store(&other_thread, omp_get_thread_num());
      store(&other_ran, 1);
    }
    wait_for(&other_ran, 1);
  }
  CHECK_EQUAL(ended, 1);
  CHECK_EQUAL(other_thread, waiting_thread);
}

int main(void) {
  for (int round = 0; round < 20; round++) {
    run_in_the_wait(in_taskwait);
    run_in_the_wait(in_taskgroup);
  }
  return check_result();
}
