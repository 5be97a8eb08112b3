// OMP_THREAD_LIMIT holds for all threads of nested regions together, and for a later region again.
// env: OMP_THREAD_LIMIT=6
#include <omp.h>

#include "check.h"

int main(void) {
  int now = 0, most = 0;
  omp_set_max_active_levels(3);
  CHECK_EQUAL(omp_get_thread_limit(), 6);
  for (int round = 0; round < 20; ++round) {
#pragma omp parallel num_threads(5)
#pragma omp parallel num_threads(4)
#pragma omp parallel num_threads(2)
    {
      int seen = add(&now, 1);
#pragma omp critical
      if (seen > most) most = seen;
      for (int i = 0; i < 100; ++i) sched_yield();
      add(&now, -1);
    }
    CHECK(most <= 6);
#pragma omp parallel num_threads(6)
    CHECK_EQUAL(omp_get_num_threads(), 6);
#pragma omp parallel num_threads(9)
    CHECK(omp_get_num_threads() <= 6);
  }
  return check_result();
}
