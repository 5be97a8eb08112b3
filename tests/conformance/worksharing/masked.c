// master, and masked with a filter: only that thread; nobody when the filter names no thread of the team. No barrier.
#include <omp.h>

#include "check.h"

static int primary, second, nobody;

int main(void) {
  int threads = 0;
#pragma omp parallel
  {
#pragma omp master
    {
      CHECK_EQUAL(omp_get_thread_num(), 0);
      threads = omp_get_num_threads();
      add(&primary, 1);
    }
#pragma omp masked
    {
      CHECK_EQUAL(omp_get_thread_num(), 0);
      add(&primary, 1);
    }
#pragma omp masked filter(1)
    {
      CHECK_EQUAL(omp_get_thread_num(), 1);
      add(&second, 1);
    }
#pragma omp masked filter(omp_get_num_threads())
    add(&nobody, 1);
  }
  CHECK_EQUAL(primary, 2);
  CHECK_EQUAL(second, threads > 1);
  CHECK_EQUAL(nobody, 0);
  return check_result();
}
