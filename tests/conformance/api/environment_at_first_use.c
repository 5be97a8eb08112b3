// Variables that the program sets before it first uses OpenMP count, as they do where the runtime comes with a later
// import or reads them then; those that it sets afterwards do not.
// runtimes: xomp
#include <omp.h>
#include <stdlib.h>

#include "check.h"

int main(void) {
  setenv("OMP_NUM_THREADS", "3", 1);
  setenv("OMP_SCHEDULE", "guided,7", 1);
  unsetenv("OMP_DYNAMIC");
  CHECK_EQUAL(omp_get_max_threads(), 3);
  omp_sched_t kind;
  int chunk;
  omp_get_schedule(&kind, &chunk);
  CHECK_EQUAL(kind & 0xf, omp_sched_guided);
  CHECK_EQUAL(chunk, 7);
  int threads = 0;
#pragma omp parallel reduction(+ : threads)
  threads += 1;
  CHECK_EQUAL(threads, 3);
  setenv("OMP_NUM_THREADS", "5", 1);
  CHECK_EQUAL(omp_get_max_threads(), 3);
  return check_result();
}
