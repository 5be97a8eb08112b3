// barrier and flush: what was written before a barrier is seen after it; barriers in a row; flush orders a hand-over.
#include <omp.h>

#include "check.h"

static int written[64];

int main(void) {
#pragma omp parallel
  {
    int me = omp_get_thread_num(), n = omp_get_num_threads();
    for (int round = 1; round <= 3000; round++) {
      written[me] = round;
#pragma omp barrier
      CHECK_EQUAL(written[(me + 1) % n], round);
#pragma omp barrier
    }
  }
  int data = 0, ready = 0;
#pragma omp parallel num_threads(2)
  if (omp_get_num_threads() == 2) {
    if (omp_get_thread_num() == 0) {
      data = 42;
#pragma omp flush
#pragma omp atomic write
      ready = 1;
#pragma omp flush(ready)
    } else {
      int seen = 0;
      while (!seen) {
        sched_yield();
#pragma omp flush
#pragma omp atomic read
        seen = ready;
      }
#pragma omp flush acquire
      CHECK_EQUAL(data, 42);
#pragma omp flush acq_rel
#pragma omp flush release
    }
  }
  return check_result();
}
