// OMP_DISPLAY_AFFINITY: all threads show themselves again when a region puts them into other places than the one before.
// threads: 2
// env: OMP_DISPLAY_AFFINITY=true OMP_AFFINITY_FORMAT=%n OMP_PLACES={0},{1},{0},{1} OMP_PROC_BIND=true
// expect: (?s)^spread\n(0\n1|1\n0)\nspread\nclose\n(0\n1|1\n0)\nclose\nspread\n(0\n1|1\n0)\nend\n$
#include <omp.h>
#include <stdio.h>

#include "check.h"

static int threads;

static void run_spread(void) {
  puts("spread");
#pragma omp parallel num_threads(2) proc_bind(spread)
  add(&threads, 1);
}

static void run_close(void) {
  puts("close");
#pragma omp parallel num_threads(2) proc_bind(close)
  add(&threads, 1);
}

int main(void) {
  run_spread();
  run_spread();
  run_close();
  run_close();
  run_spread();
  puts("end");
  CHECK_EQUAL(threads, 10);
  return check_result();
}
