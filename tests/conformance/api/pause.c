// omp_pause_resource gives threads back; later regions work as before. Not allowed inside of a region.
#include <omp.h>

#include "check.h"

static void run_region(int threads) {
  int sum = 0;
#pragma omp parallel num_threads(threads) reduction(+ : sum)
  sum += omp_get_thread_num() + 1;
  CHECK_EQUAL(sum, threads * (threads + 1) / 2);
}

int main(void) {
  int threads = omp_get_max_threads();
  CHECK_EQUAL(omp_pause_resource(omp_pause_soft, omp_get_initial_device()), 0);
  for (int round = 0; round < 10; ++round) {
    run_region(threads);
    run_region(threads + round % 3);
    CHECK_EQUAL(omp_pause_resource(omp_pause_soft, omp_get_initial_device()), 0);
    run_region(threads);
    omp_pause_resource_all(omp_pause_hard);
  }
  CHECK_EQUAL(omp_get_max_threads(), threads);
#pragma omp parallel num_threads(2)
  {
#pragma omp single
    CHECK(omp_pause_resource_all(omp_pause_soft) != 0);
  }
  run_region(threads);
  return check_result();
}
