// A task sees its creator's ICVs and team; omp_in_parallel, thread numbers and levels inside tasks; regions inside tasks.
#include <omp.h>

#include "check.h"

int main(void) {
  int n = omp_get_max_threads(), regions = 0;
  omp_set_max_active_levels(2);
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 50; i++) {
#pragma omp task shared(regions)
    {
      CHECK_EQUAL(omp_get_num_threads(), n);
      CHECK(omp_get_thread_num() < n);
      CHECK_EQUAL(omp_get_level(), 1);
      int inside = 0;
#pragma omp parallel num_threads(2)
      {
        CHECK_EQUAL(omp_get_num_threads(), 2);
        CHECK_EQUAL(omp_get_level(), 2);
#pragma omp for
        for (int j = 0; j < 10; j++) add(&inside, 1);
#pragma omp single
        {
#pragma omp task
          add(&inside, 5);
        }
      }
      CHECK_EQUAL(inside, 15);
      add(&regions, 1);
    }
  }
  CHECK_EQUAL(regions, 50);
  return check_result();
}
