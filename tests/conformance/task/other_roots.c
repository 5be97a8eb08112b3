// A thread that creates tasks outside of regions and ends; the next one is not to wait for them.
// runtimes: xomp
#include <omp.h>
#include <pthread.h>

#include "check.h"

static omp_event_handle_t awaited;
static int made, fulfilled, ended;

static void* first(void* unused) {
  omp_event_handle_t event;
#pragma omp task detach(event)
  add(&made, 1);
  awaited = event;
  store(&made, 2);
  while (load(&fulfilled) == 0) sched_yield();
#pragma omp taskwait
  return unused;
}

static void* second(void* unused) {
#pragma omp barrier
  add(&ended, 1);
  return unused;
}

int main(void) {
  for (int round = 0; round < 5; round++) {
    pthread_t thread;
    store(&made, 0);
    store(&fulfilled, 0);
    pthread_create(&thread, NULL, first, NULL);
    while (load(&made) != 2) sched_yield();
    omp_fulfill_event(awaited);
    store(&fulfilled, 1);
    pthread_join(thread, NULL);
    pthread_create(&thread, NULL, second, NULL);
    pthread_join(thread, NULL);
  }
  CHECK_EQUAL(ended, 5);
  return check_result();
}
