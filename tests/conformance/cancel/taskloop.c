// cancel taskgroup inside taskloops; a parallel region and a loop cancelled by the primary thread or by another one.
// env-each: OMP_CANCELLATION=true | OMP_CANCELLATION=false
#include <omp.h>

#include "check.h"

static void loops(int on) {
  int ran = 0;
#pragma omp taskloop num_tasks(400) shared(ran)
  for (int i = 0; i < 4000; i++) {
#pragma omp cancellation point taskgroup
    if (add(&ran, 1) == 30) {
#pragma omp cancel taskgroup
    }
  }
  if (on) CHECK(ran >= 30 && ran <= 4000);
  else CHECK_EQUAL(ran, 4000);
  ran = 0;
#pragma omp taskloop num_tasks(100) shared(ran)
  for (int i = 0; i < 100; i++) add(&ran, 1);
  CHECK_EQUAL(ran, 100);
}

static void by_thread(int on, int number) {
  int after = 0, tasks = 0;
#pragma omp parallel
  {
#pragma omp task shared(tasks)
    add(&tasks, 1);
    if (omp_get_thread_num() == number) {
#pragma omp cancel parallel
    }
    if (!on || number >= omp_get_num_threads()) {
#pragma omp barrier
      add(&after, 1);
    } else {
      for (;;) {
#pragma omp cancellation point parallel
        sched_yield();
      }
    }
  }
  int whole = !on || number >= omp_get_max_threads();
  CHECK_EQUAL(after, whole ? omp_get_max_threads() : 0);
  if (whole) CHECK_EQUAL(tasks, omp_get_max_threads());
}

int main(void) {
  int on = omp_get_cancellation();
  for (int round = 0; round < 30; round++) {
    by_thread(on, 0);
    by_thread(on, 1);
    by_thread(on, 7);
#pragma omp parallel
#pragma omp single
    loops(on);
  }
  return check_result();
}
