// Tasks end before explicit and implicit barriers, those of worksharing constructs too; a nowait construct leaves them running.
#include <omp.h>

#include "check.h"

static int ran;

static void spawn(int n) {
  for (int i = 0; i < n; i++) {
#pragma omp task
    {
#pragma omp task
      add(&ran, 1);
      add(&ran, 1);
    }
  }
}

int main(void) {
  for (int round = 0; round < 50; round++) {
    int threads = 0;
    store(&ran, 0);
#pragma omp parallel
    {
#pragma omp single
      threads = omp_get_num_threads();
      spawn(10);
#pragma omp barrier
      CHECK_EQUAL(load(&ran), 20 * threads);
#pragma omp barrier
#pragma omp for schedule(dynamic)
      for (int i = 0; i < 10; i++) spawn(1);
      CHECK_EQUAL(load(&ran), 20 * threads + 20);
#pragma omp barrier
#pragma omp sections
      {
        spawn(3);
#pragma omp section
        spawn(4);
      }
      CHECK_EQUAL(load(&ran), 20 * threads + 34);
#pragma omp barrier
#pragma omp single
      spawn(3);
      CHECK_EQUAL(load(&ran), 20 * threads + 40);
#pragma omp barrier
#pragma omp for nowait
      for (int i = 0; i < 10; i++) spawn(1);
#pragma omp single nowait
      spawn(5);
    }
    CHECK_EQUAL(ran, 20 * threads + 70);
  }
  return check_result();
}
