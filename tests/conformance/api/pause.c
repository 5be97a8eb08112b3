// omp_pause_resource gives threads back, so that the process has one again; later regions work as before. Not allowed inside of a region.
#include <dirent.h>
#include <omp.h>

#include "check.h"

static void run_region(int threads) {
  int sum = 0;
#pragma omp parallel num_threads(threads) reduction(+ : sum)
  sum += omp_get_thread_num() + 1;
  CHECK_EQUAL(sum, threads * (threads + 1) / 2);
}

// A thread that has ended may still be listed for a moment.
static void check_alone(void) {
  int threads = 0;
  for (long tries = 0; tries < 100000; tries++) {
    DIR* const tasks = opendir("/proc/self/task");
    if (tasks == NULL) return;
    threads = -2;  // . and ..
    while (readdir(tasks) != NULL) threads++;
    closedir(tasks);
    if (threads == 1) break;
    sched_yield();
  }
  CHECK_EQUAL(threads, 1);
}

int main(void) {
  int threads = omp_get_max_threads();
  CHECK_EQUAL(omp_pause_resource(omp_pause_soft, omp_get_initial_device()), 0);
  for (int round = 0; round < 10; ++round) {
    run_region(threads);
    run_region(threads + round % 3);
    CHECK_EQUAL(omp_pause_resource(omp_pause_soft, omp_get_initial_device()), 0);
    check_alone();
    run_region(threads);
    CHECK_EQUAL(omp_pause_resource_all(omp_pause_hard), 0);
    check_alone();
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
