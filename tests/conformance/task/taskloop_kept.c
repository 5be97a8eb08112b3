// taskloop: no iteration is kept back by a thread that is inside another one. Each iteration waits until all have begun, also after the
// other threads have gone to sleep.
// threads: 2 3 8
// runtimes: xomp
#include <omp.h>
#include <unistd.h>

#include "check.h"

static int begun;

static void meet(int n) {
  add(&begun, 1);
  while (__atomic_load_n(&begun, __ATOMIC_ACQUIRE) < n) __asm__ volatile("" ::: "memory");
}

int main(void) {
  const int n = omp_get_max_threads();
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 60; round++) {
    begun = 0;
    if (round % 10 == 0) usleep(20000);
    if (round % 2 == 0) {
#pragma omp taskloop grainsize(1)
      for (int i = 0; i < n; i++) meet(n);
    } else {
#pragma omp taskloop
      for (int i = 0; i < n; i++) meet(n);
    }
    CHECK_EQUAL(begun, n);
  }
  return check_result();
}
