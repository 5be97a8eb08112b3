// main leaves by pthread_exit while other root threads go on with regions; the process ends with the last of them.
#include <pthread.h>

#include "life.h"

static pthread_t main_thread;

static void* goes_on(void* is_first) {
  alarm(kAlarm);
  if (is_first) CHECK_EQUAL(pthread_join(main_thread, NULL), 0);
  for (int i = 0; i < 20; ++i) CHECK_EQUAL(compute(), 0);
  if (check_result() != 0) _exit(1);
  return NULL;
}

int main(void) {
  main_thread = pthread_self();
  CHECK_EQUAL(compute(), 0);
  for (int i = 0; i < 3; ++i) {
    pthread_t t;
    CHECK_EQUAL(pthread_create(&t, NULL, goes_on, i == 0 ? &main_thread : NULL), 0);
    pthread_detach(t);
  }
  pthread_exit(NULL);
}
