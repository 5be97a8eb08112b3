// libomp's schedule trapezoidal: told from OpenMP's own kinds, taken and given back, and its chunks shrink.
// env: OMP_SCHEDULE=trapezoidal,3
// compilers: clang
// flags: -O1
#include <omp.h>

#include "check.h"

enum { n = 4000, trapezoidal = 101 };
static int owner[n];

static void run(void) {
  for (int i = 0; i < n; i++) owner[i] = -1;
#pragma omp parallel for schedule(runtime)
  for (int i = 0; i < n; i++) {
    CHECK_EQUAL(owner[i], -1);
    owner[i] = omp_get_thread_num();
  }
  // Half of a fair share is the longest chunk.
  const int longest = n / (2 * omp_get_max_threads());
  for (int i = 1; i < longest; i++) CHECK_EQUAL(owner[i], owner[0]);
}

int main(void) {
  omp_sched_t kind;
  int chunk;
  omp_get_schedule(&kind, &chunk);
  CHECK_EQUAL(kind, trapezoidal);
  CHECK_EQUAL(chunk, 3);
  run();
  omp_set_schedule(omp_sched_dynamic, 4);
  omp_get_schedule(&kind, &chunk);
  CHECK_EQUAL(kind, omp_sched_dynamic);
  return check_result();
}
