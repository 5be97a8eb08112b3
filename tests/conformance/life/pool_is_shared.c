// Threads that served one root serve the next one; a thread limit holds for each root.
// runtimes: xomp
// threads: 4
#include <pthread.h>
#include <sys/syscall.h>

#include "life.h"

enum { kMost = 64 };
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
  for (int i = 0; i < 10; ++i) {
    pthread_t t;
    CHECK_EQUAL(pthread_create(&t, NULL, has_region, NULL), 0);
    pthread_join(t, NULL);
  }
  // Those of the root before may still be on their way back when the next one asks.
  CHECK(fresh >= 3 && fresh <= 12);
  return check_result();
}
