// sched_setaffinity between regions: omp_get_num_procs follows; regions go on; the initial thread's mask is left alone.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <sched.h>

#include "life.h"

// Compilers know that the number does not change in the course of a program.
static int (*volatile number_of_processors)(void) = omp_get_num_procs;

int main(void) {
  cpu_set_t all, one, now;
  sched_getaffinity(0, sizeof all, &all);
  const int processors = number_of_processors();
  CHECK(processors >= 1 && processors <= CPU_COUNT(&all));
  CHECK_EQUAL(compute(), 0);
  sched_getaffinity(0, sizeof now, &now);
  CHECK(CPU_EQUAL(&now, &all));
  CPU_ZERO(&one);
  for (int i = 0; i < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++i)
    if (CPU_ISSET(i, &all)) CPU_SET(i, &one);
  CHECK_EQUAL(sched_setaffinity(0, sizeof one, &one), 0);
  CHECK_EQUAL(number_of_processors(), 1);
  CHECK_EQUAL(compute(), 0);
  sched_getaffinity(0, sizeof now, &now);
  CHECK(CPU_EQUAL(&now, &one));
  CHECK_EQUAL(sched_setaffinity(0, sizeof all, &all), 0);
  CHECK_EQUAL(number_of_processors(), processors);
  CHECK_EQUAL(compute(), 0);
  return check_result();
}
