// A root thread that is cancelled inside a region finishes it: waits of the runtime are no cancellation points.
#include <pthread.h>

#include "life.h"

static int inside, go, finished;

static void* has_region(void* unused) {
  (void)unused;
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
      store(&inside, 1);
    } else {
      wait_for(&go, 1);  // the other one waits in the barrier meanwhile, asleep in the end
      usleep(20000);
    }
#pragma omp barrier
#pragma omp task
    add(&finished, 1);
  }
  add(&finished, 1);
  pthread_testcancel();
  add(&finished, 100);
  return NULL;
}

int main(void) {
  pthread_t t;
  void* result = NULL;
  CHECK_EQUAL(pthread_create(&t, NULL, has_region, NULL), 0);
  wait_for(&inside, 1);
  pthread_cancel(t);
  store(&go, 1);
  CHECK_EQUAL(pthread_join(t, &result), 0);
  CHECK(result == PTHREAD_CANCELED);
  CHECK_EQUAL(finished, 3);
  CHECK_EQUAL(compute(), 0);
  return check_result();
}
