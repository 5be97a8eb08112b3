// 2000 threads that live for one region each: memory, mappings and threads do not grow.
// timeout: 600
// runtimes: xomp
#include <pthread.h>

#include "life.h"

static void* one_region(void* unused) {
  (void)unused;
  int arrived = 0;
#pragma omp parallel
  {
#pragma omp atomic
    ++arrived;
#pragma omp barrier
#pragma omp task
    {
#pragma omp atomic
      ++arrived;
    }
  }
  CHECK(arrived >= 2);
  return NULL;
}

// Four at a time.
static void run_roots(int count) {
  for (int i = 0; i < count; i += 4) {
    pthread_t t[4];
    for (int k = 0; k < 4; ++k) CHECK_EQUAL(pthread_create(&t[k], NULL, one_region, NULL), 0);
    for (int k = 0; k < 4; ++k) pthread_join(t[k], NULL);
  }
}

int main(void) {
  const int n = omp_get_max_threads();
  run_roots(400);
  const long before_kib = resident_kib();
  const int before_mappings = mapping_count();
  run_roots(2000);
  const long grown_kib = resident_kib() - before_kib;
  const int grown_mappings = mapping_count() - before_mappings;
  if (grown_kib > 2048) fprintf(stderr, "grown by %ld KiB\n", grown_kib);
  if (grown_mappings > 60) fprintf(stderr, "grown by %d mappings\n", grown_mappings);
  CHECK(grown_kib <= 2048);
  CHECK(grown_mappings <= 60);
  // A worker on its way back may wait for a processor, and another one is made meanwhile: some dozens on a busy machine. If each
  // root left one there would be thousands.
  if (thread_count() > 1 + 100 * n) fprintf(stderr, "%d threads are left\n", thread_count());
  CHECK(thread_count() <= 1 + 100 * n);
  return check_result();
}
