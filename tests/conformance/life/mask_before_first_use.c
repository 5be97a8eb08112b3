// A program that narrows its own mask before its first use of OpenMP, as launchers and data loaders do: it gets as many threads as
// processors are left.
// threads: 1
// env: OMP_NUM_THREADS=
// output: any
// compilers: gcc
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <sched.h>

#include "life.h"

int main(void) {
  cpu_set_t all, one;
  sched_getaffinity(0, sizeof all, &all);
  CPU_ZERO(&one);
  for (int i = 0; i < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++i)
    if (CPU_ISSET(i, &all)) CPU_SET(i, &one);
  CHECK_EQUAL(sched_setaffinity(0, sizeof one, &one), 0);
  int threads = 0;
#pragma omp parallel reduction(+ : threads)
  threads += 1;
  CHECK_EQUAL(threads, 1);
  CHECK_EQUAL(omp_get_max_threads(), 1);
  CHECK_EQUAL(omp_get_num_procs(), 1);
  return check_result();
}
