// Threads that served one root serve the next ones: they are on their way back for a while when their root ends.
// runtimes: xomp
// threads: 4
#include <pthread.h>
#include <sys/syscall.h>

#include "life.h"

enum { kMost = 600 };
static int known[kMost], known_count, fresh;

static void* has_region(void* unused) {
  (void)unused;
#pragma omp parallel num_threads(4)
  {
    const int id = (int)syscall(SYS_gettid);
#pragma omp critical
    if (omp_get_thread_num() != 0) {
      int seen = 0;
      for (int i = 0; i < known_count; ++i) seen |= known[i] == id;
      if (!seen) ++fresh;
      if (!seen && known_count < kMost) known[known_count++] = id;
    }
  }
  return NULL;
}

int main(void) {
  int served = 0;  // roots that got none but known threads
  for (int i = 0; i < 200 && served < 10; ++i) {
    pthread_t t;
    fresh = 0;
    CHECK_EQUAL(pthread_create(&t, NULL, has_region, NULL), 0);
    pthread_join(t, NULL);
    if (i == 0) CHECK_EQUAL(fresh, 3);
    served += fresh == 0;
    sched_yield();
  }
  CHECK_EQUAL(served, 10);
  return check_result();
}
