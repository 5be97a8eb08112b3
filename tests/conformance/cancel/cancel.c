// cancel and cancellation point for parallel, for, sections and taskgroup; without OMP_CANCELLATION nothing is cancelled.
// env-each: OMP_CANCELLATION=true | OMP_CANCELLATION=false
#include <omp.h>

#include "check.h"

static void of_parallel(int on) {
  int after = 0, reached = 0;
#pragma omp parallel
  {
    add(&reached, 1);
#pragma omp barrier
    if (omp_get_thread_num() == omp_get_num_threads() - 1) {
#pragma omp cancel parallel
    }
    if (on) {
      while (1) {
#pragma omp cancellation point parallel
        sched_yield();
      }
    }
#pragma omp barrier
    add(&after, 1);
  }
  CHECK_EQUAL(reached, omp_get_max_threads());
  CHECK_EQUAL(after, on ? 0 : omp_get_max_threads());
}

static void of_barrier(int on) {
  int after = 0;
#pragma omp parallel
  {
    if (omp_get_thread_num() == 0) {
#pragma omp cancel parallel
    }
#pragma omp barrier
    add(&after, 1);
  }
  CHECK_EQUAL(after, on ? 0 : omp_get_max_threads());
}

static void of_for(int on) {
  int ran = 0, past = 0;
#pragma omp parallel
  {
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 100000; i++) {
#pragma omp cancellation point for
      const int number = add(&ran, 1);
      if (number == 50) {
#pragma omp cancel for
      }
      while (on && number > 50) {  // the 50th may take its time
#pragma omp cancellation point for
        sched_yield();
      }
    }
    add(&past, 1);
  }
  CHECK_EQUAL(past, omp_get_max_threads());
  if (on) CHECK(ran >= 50 && ran < 50 + omp_get_max_threads());
  else CHECK_EQUAL(ran, 100000);
  ran = 0;
#pragma omp parallel for schedule(static)
  for (int i = 0; i < 1000; i++) {
#pragma omp cancel for if (i % 10 == 3)
    add(&ran, 1);
  }
  if (on) CHECK(ran <= 9 * omp_get_max_threads());
  else CHECK_EQUAL(ran, 1000);
}

static void of_sections(int on) {
  int ran = 0;
#pragma omp parallel num_threads(1)
#pragma omp sections
  {
#pragma omp section
    {
      ran++;
#pragma omp cancel sections
      ran += 10;
    }
#pragma omp section
    ran += 100;
  }
  CHECK_EQUAL(ran, on ? 1 : 111);
}

static void of_taskgroup(int on) {
  int ran = 0, outside = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(outside)
    add(&outside, 1);
#pragma omp taskgroup
    {
      for (int i = 0; i < 5000; i++) {
#pragma omp task shared(ran)
        {
#pragma omp cancellation point taskgroup
          if (add(&ran, 1) == 20) {
#pragma omp cancel taskgroup
          }
        }
      }
    }
    int seen = load(&ran);
    if (!on) CHECK_EQUAL(seen, 5000);
    else CHECK(seen >= 20);
    seen = 0;
#pragma omp taskgroup
    {
#pragma omp task if (0)
      {
#pragma omp cancel taskgroup
      }
      for (int i = 0; i < 100; i++) {
#pragma omp task shared(seen)
        add(&seen, 1);
      }
    }
    CHECK_EQUAL(seen, on ? 0 : 100);
  }
  CHECK_EQUAL(outside, 1);
}

int main(void) {
  int on = omp_get_cancellation();
  for (int round = 0; round < 30; round++) {
    of_parallel(on);
    of_barrier(on);
    of_for(on);
    of_sections(on);
    of_taskgroup(on);
  }
  return check_result();
}
