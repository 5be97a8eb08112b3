// proc_bind: every policy gives a full team; without places nothing is narrowed; threads that are not bound keep their mask.
// env-each: OMP_PROC_BIND=false | OMP_PROC_BIND=spread OMP_PLACES=threads | OMP_PROC_BIND=close,spread OMP_PLACES=cores | OMP_PROC_BIND=primary
#define _GNU_SOURCE
#include <omp.h>

#include "check.h"

static int size_with(int which) {
  int size = 0;
  if (which == 0) {
#pragma omp parallel proc_bind(close)
    add(&size, 1);
  } else if (which == 1) {
#pragma omp parallel proc_bind(spread)
    add(&size, 1);
  } else {
#pragma omp parallel proc_bind(master)
    {
      add(&size, 1);
      if (omp_get_proc_bind() != omp_proc_bind_false && omp_get_num_places() > 0) CHECK(omp_get_place_num() >= 0);
    }
  }
  return size;
}

int main(void) {
  cpu_set_t before, after;
  sched_getaffinity(0, sizeof before, &before);
  for (int round = 0; round < 100; round++) CHECK_EQUAL(size_with(round % 3), omp_get_max_threads());
  int size = 0;
#pragma omp parallel
  add(&size, 1);
  CHECK_EQUAL(size, omp_get_max_threads());
  sched_getaffinity(0, sizeof after, &after);
  if (omp_get_proc_bind() == omp_proc_bind_false) CHECK(CPU_EQUAL(&before, &after));
  return check_result();
}
