// The calls that set ICVs change those of the calling task only: siblings, parents and other teams keep theirs, children
// and regions inherit.
#include <omp.h>

#include "check.h"

static void schedule_is(omp_sched_t kind, int chunk) {
  omp_sched_t got_kind;
  int got_chunk;
  omp_get_schedule(&got_kind, &got_chunk);
  CHECK_EQUAL(got_kind, kind);
  CHECK_EQUAL(got_chunk, chunk);
}

static void set_all(int number) {
  omp_set_num_threads(number);
  omp_set_dynamic(number % 2);
  omp_set_schedule(omp_sched_guided, number);
  omp_set_max_active_levels(number);
}

static void all_are(int number) {
  CHECK_EQUAL(omp_get_max_threads(), number);
  CHECK_EQUAL(!!omp_get_dynamic(), number % 2);
  schedule_is(omp_sched_guided, number);
  CHECK_EQUAL(omp_get_max_active_levels(), number);
}

static void task_keeps_its_own(int number) {
#pragma omp task firstprivate(number)
  {
    all_are(number);
    set_all(number + 50);
#pragma omp task firstprivate(number)
    all_are(number + 50);
#pragma omp task if (0)
    {
      all_are(number + 50);
      set_all(number + 70);
      all_are(number + 70);
    }
    all_are(number + 50);
#pragma omp taskwait
    all_are(number + 50);
  }
#pragma omp taskwait
  all_are(number);
}

// Tasks that start late have the values of the time when they were created.
static void late_tasks_keep_values(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    set_all(11);
#pragma omp task
    all_are(11);
    set_all(12);
#pragma omp task
    all_are(12);
    set_all(13);
    set_all(14);
#pragma omp task
    all_are(14);
  }
}

int main(void) {
  int team = omp_get_max_threads();
  set_all(20);
#pragma omp parallel num_threads(team)
  {
    int number = 100 + omp_get_thread_num();
    all_are(20);
#pragma omp barrier
    set_all(number);
#pragma omp barrier
    all_are(number);
#pragma omp parallel num_threads(1)
    {
      all_are(number);
      set_all(7);
      all_are(7);
    }
    all_are(number);
    task_keeps_its_own(number);
  }
  all_are(20);
#pragma omp task if (0)
  set_all(30);
  all_are(20);
  late_tasks_keep_values();
  return check_result();
}
