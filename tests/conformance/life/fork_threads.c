// fork() from threads that are not OpenMP's, while other threads are inside regions and run tasks.
// timeout: 600
#include <pthread.h>

#include "life.h"

static int stop;

static void* computes_on(void* unused) {
  (void)unused;
  while (!load(&stop)) CHECK_EQUAL(compute(), 0);
  return NULL;
}

// Has never called the runtime itself.
static void* forks_fresh(void* unused) {
  (void)unused;
  for (int i = 0; i < 10; ++i) CHECK(computes_in_child());
  return NULL;
}

static void* forks_after_region(void* unused) {
  (void)unused;
  for (int i = 0; i < 10; ++i) {
    CHECK_EQUAL(compute(), 0);
    CHECK(computes_in_child());
  }
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  void* (*const bodies[4])(void*) = {computes_on, computes_on, forks_fresh, forks_after_region};
  for (int i = 0; i < 4; ++i) CHECK_EQUAL(pthread_create(&threads[i], NULL, bodies[i], NULL), 0);
  for (int i = 2; i < 4; ++i) pthread_join(threads[i], NULL);
  store(&stop, 1);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  CHECK_EQUAL(compute(), 0);
  return check_result();
}
