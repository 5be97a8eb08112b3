// schedule(runtime): the environment's schedule, then what omp_set_schedule says; the chunks show which one it was.
// env-each: OMP_SCHEDULE=static | OMP_SCHEDULE=static,4 | OMP_SCHEDULE=dynamic,4 | OMP_SCHEDULE=guided,4 | OMP_SCHEDULE=auto | OMP_SCHEDULE=monotonic:dynamic,4 | OMP_SCHEDULE=nonmonotonic:dynamic,4
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { n = 200 };
static int owner[n];

static void run(void) {
  for (int i = 0; i < n; ++i) owner[i] = -1;
#pragma omp parallel for schedule(runtime)
  for (int i = 0; i < n; ++i) {
    CHECK_EQUAL(owner[i], -1);
    owner[i] = omp_get_thread_num();
  }
  for (int i = 0; i < n; ++i) CHECK(owner[i] >= 0);
}

// Iterations change hands only between chunks, except for guided's last ones.
static void check_chunks_of(int chunk) {
  for (int i = 0; i < n; ++i)
    if (i % chunk != 0) CHECK_EQUAL(owner[i], owner[i - 1]);
}

static void check_cyclic(int chunk) {
  for (int i = 0; i < n; ++i) CHECK_EQUAL(owner[i], i / chunk % omp_get_max_threads());
}

int main(void) {
  const char* environment = getenv("OMP_SCHEDULE");
  run();
  if (environment != NULL && strstr(environment, "dynamic,4")) check_chunks_of(4);
  if (environment != NULL && strcmp(environment, "static,4") == 0) check_cyclic(4);
  const omp_sched_t kinds[] = {omp_sched_static, omp_sched_dynamic, omp_sched_guided, omp_sched_auto,
                               (omp_sched_t)(omp_sched_monotonic | omp_sched_dynamic)};
  for (int k = 0; k < 5; ++k)
    for (int chunk = 0; chunk <= 7; ++chunk) {
      omp_set_schedule(kinds[k], chunk);
      run();
      if (k == 0 && chunk > 0) check_cyclic(chunk);
      if ((k == 1 || k == 4) && chunk > 0) check_chunks_of(chunk);
    }
  return check_result();
}
