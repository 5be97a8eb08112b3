// OMP_DISPLAY_AFFINITY: all threads show themselves again when a region puts them into other places than the one before.
// threads: 2
// env: OMP_DISPLAY_AFFINITY=true OMP_AFFINITY_FORMAT=%n OMP_PROC_BIND=true
// expect: (?s)^spread\n(0\n1|1\n0)\nspread\nclose\n(0\n1|1\n0)\nclose\nspread\n(0\n1|1\n0)\nend\n$
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <omp.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

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

// Four places on the first and the last processor that there are for us, be they one.
static void start_again_with_places(char** argv) {
  cpu_set_t all;
  int first = -1, last = -1;
  char places[100];
  sched_getaffinity(0, sizeof all, &all);
  for (int i = 0; i < CPU_SETSIZE; ++i)
    if (CPU_ISSET(i, &all)) {
      if (first < 0) first = i;
      last = i;
    }
  snprintf(places, sizeof places, "{%d},{%d},{%d},{%d}", first, last, first, last);
  setenv("OMP_PLACES", places, 1);
  execv("/proc/self/exe", argv);
}

int main(int argc, char** argv) {
  (void)argc;
  if (getenv("OMP_PLACES") == NULL) start_again_with_places(argv);
  run_spread();
  run_spread();
  run_close();
  run_close();
  run_spread();
  puts("end");
  CHECK_EQUAL(threads, 10);
  return check_result();
}
