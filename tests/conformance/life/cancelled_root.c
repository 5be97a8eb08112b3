// pthread_cancel of a root thread between its regions: its workers go back to the pool, others go on.
#include <pthread.h>

#include "life.h"

static int between;

static void* waits(void* unused) {
  (void)unused;
  CHECK_EQUAL(compute(), 0);
  add(&between, 1);
  for (;;) pause();
}

int main(void) {
  CHECK_EQUAL(compute(), 0);
  for (int i = 0; i < 5; ++i) {
    pthread_t t;
    void* result = NULL;
    CHECK_EQUAL(pthread_create(&t, NULL, waits, NULL), 0);
    wait_for(&between, i + 1);
    pthread_cancel(t);
    CHECK_EQUAL(pthread_join(t, &result), 0);
    CHECK(result == PTHREAD_CANCELED);
    CHECK_EQUAL(compute(), 0);
  }
  return check_result();
}
