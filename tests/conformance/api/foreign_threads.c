// Threads that the runtime did not make: each is an initial thread with the environment's ICVs and regions of its own.
// threads: 2 3
#include <omp.h>
#include <pthread.h>

#include "check.h"

enum { kThreads = 6 };
static int from_environment;

static void *body(void *argument) {
  int number = (int)(long)argument, count = 0;
  CHECK_EQUAL(omp_get_max_threads(), from_environment);
  CHECK_EQUAL(omp_get_level(), 0);
  CHECK_EQUAL(omp_get_thread_num(), 0);
  CHECK_EQUAL(omp_get_num_threads(), 1);
  omp_set_num_threads(2 + number % 3);
#pragma omp parallel reduction(+ : count)
  {
    CHECK_EQUAL(omp_get_num_threads(), 2 + number % 3);
    count += 1;
  }
  CHECK_EQUAL(count, 2 + number % 3);
  CHECK_EQUAL(omp_get_max_threads(), 2 + number % 3);
  return 0;
}

int main(void) {
  pthread_t threads[kThreads];
  from_environment = omp_get_max_threads();
  omp_set_num_threads(17);
  for (int round = 0; round < 3; ++round) {
    for (long i = 0; i < kThreads; ++i) pthread_create(&threads[i], 0, body, (void *)i);
    for (int i = 0; i < kThreads; ++i) pthread_join(threads[i], 0);
  }
  CHECK_EQUAL(omp_get_max_threads(), 17);
  return check_result();
}
