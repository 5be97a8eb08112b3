// A root thread ends by pthread_exit in the middle of a serialized region, and one while its region's workers sleep:
// no crash, no hang for the others. OpenMP says nothing about it; programs do it.
// runtimes: xomp
#include <pthread.h>

#include "life.h"

static void* ends_in_serial_region(void* unused) {
  (void)unused;
#pragma omp parallel if (0)
  pthread_exit(NULL);
  return NULL;
}

int main(void) {
  CHECK_EQUAL(compute(), 0);
  for (int i = 0; i < 20; ++i) {
    pthread_t t;
    CHECK_EQUAL(pthread_create(&t, NULL, ends_in_serial_region, NULL), 0);
    pthread_join(t, NULL);
    CHECK_EQUAL(compute(), 0);
  }
  return check_result();
}
