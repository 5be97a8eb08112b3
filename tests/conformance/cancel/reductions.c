// Task reductions and cancellation: what is reduced is partial or unspecified, later constructs are whole.
// env-each: OMP_CANCELLATION=true | OMP_CANCELLATION=false
// flags-clang: -fopenmp-version=51
#include <omp.h>

#include "check.h"

enum { kN = 100 };

static void of_taskgroups(int on) {
  int sum = 0;
#pragma omp taskgroup task_reduction(+ : sum)
  for (int i = 0; i < kN; i++) {
#pragma omp task in_reduction(+ : sum)
    {
      sum++;
      if (i == kN / 2) {
#pragma omp cancel taskgroup
      }
    }
  }
  CHECK(on ? sum >= 1 && sum <= kN : sum == kN);
  sum = 0;
#pragma omp taskloop reduction(+ : sum) num_tasks(kN)
  for (int i = 0; i < kN; i++) {
    sum++;
    if (i == kN / 2) {
#pragma omp cancel taskgroup
    }
  }
  CHECK(on ? sum >= 1 && sum <= kN : sum == kN);
}

// Each thread leaves by cancellation: clang's code counts one barrier more for a thread that does not.
static void of_loops(int on) {
  int lost = 0, whole = 0;
#pragma omp parallel
  {
#pragma omp for reduction(task, + : lost) schedule(static, 1)
    for (int i = 0; i < kN; i++) {
#pragma omp task in_reduction(+ : lost)
      lost++;
#pragma omp cancel for
    }
#pragma omp for reduction(task, + : whole) schedule(dynamic)
    for (int i = 0; i < kN; i++) {
#pragma omp task in_reduction(+ : whole)
      whole++;
    }
  }
  if (!on) CHECK_EQUAL(lost, kN);
  CHECK_EQUAL(whole, kN);
}

static void of_regions(int on) {
  int lost = 0, whole = 0;
#pragma omp parallel reduction(task, + : lost)
  {
#pragma omp task in_reduction(+ : lost)
    lost++;
    if (omp_get_thread_num() == 0) {
#pragma omp cancel parallel
    }
    while (on) {
#pragma omp cancellation point parallel
      sched_yield();
    }
  }
#pragma omp parallel reduction(task, + : whole)
  {
#pragma omp task in_reduction(+ : whole)
    whole++;
  }
  if (!on) CHECK_EQUAL(lost, omp_get_max_threads());
  CHECK_EQUAL(whole, omp_get_max_threads());
}

int main(void) {
  int on = omp_get_cancellation();
  for (int round = 0; round < 30; round++) {
#pragma omp parallel
#pragma omp single
    of_taskgroups(on);
    of_loops(on);
    of_regions(on);
  }
  return check_result();
}
