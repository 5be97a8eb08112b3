// if and num_threads: asked-for sizes are honoured, an if that is false gives a team of one, sizes change back.
#include <omp.h>

#include "check.h"

static int size_of(int wanted, int is_parallel) {
  int size = 0;
#pragma omp parallel num_threads(wanted) if (is_parallel)
  {
#pragma omp atomic
    size++;
    CHECK_EQUAL(omp_get_num_threads(), is_parallel ? wanted : 1);
    CHECK_EQUAL(omp_get_level(), 1);
    CHECK_EQUAL(omp_get_active_level(), is_parallel && wanted > 1);
  }
  return size;
}

int main(void) {
  omp_set_dynamic(0);
  for (int wanted = 1; wanted <= 17; wanted++) {
    CHECK_EQUAL(size_of(wanted, 1), wanted);
    CHECK_EQUAL(size_of(wanted, 0), 1);
  }
  for (int wanted = 17; wanted >= 1; wanted -= 4) CHECK_EQUAL(size_of(wanted, 1), wanted);
  omp_set_num_threads(5);
  int size = 0;
#pragma omp parallel
#pragma omp atomic
  size++;
  CHECK_EQUAL(size, 5);
#pragma omp parallel num_threads(2)
#pragma omp single
  CHECK_EQUAL(omp_get_max_threads(), 5);
  return check_result();
}
