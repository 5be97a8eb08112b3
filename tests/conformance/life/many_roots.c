// 16 root threads with regions at once, nobody asked for a number: about 16 + n threads; asked-for sizes are honoured.
// runtimes: xomp
// threads: 8
#include <pthread.h>

#include "life.h"

enum { kRoots = 16 };
static pthread_barrier_t together;
static int most;

static void note_threads(void) {
  const int now = thread_count();
#pragma omp critical
  if (now > most) most = now;
}

static void* has_regions(void* unused) {
  (void)unused;
  // The first of them had all processors for itself.
  for (int i = 0; i < 2; ++i) {
    CHECK_EQUAL(compute(), 0);
    pthread_barrier_wait(&together);
  }
  for (int i = 0; i < 50; ++i) {
    CHECK_EQUAL(compute(), 0);
    if (i % 10 == 0) note_threads();
  }
  return NULL;
}

static void* asks(void* unused) {
  (void)unused;
  pthread_barrier_wait(&together);
  for (int i = 0; i < 20; ++i) {
    int size = 0;
#pragma omp parallel num_threads(3)
#pragma omp single
    size = omp_get_num_threads();
    CHECK_EQUAL(size, 3);
  }
  return NULL;
}

static void run_roots(void* (*body)(void*)) {
  pthread_t t[kRoots];
  pthread_barrier_init(&together, NULL, kRoots);
  for (int i = 0; i < kRoots; ++i) CHECK_EQUAL(pthread_create(&t[i], NULL, body, NULL), 0);
  for (int i = 0; i < kRoots; ++i) pthread_join(t[i], NULL);
}

int main(int argc, char** argv) {
  if (unsetenv("OMP_NUM_THREADS") == 0 && argc == 1) return execl("/proc/self/exe", argv[0], "again", (char*)NULL);
  run_roots(has_regions);
  // main waits; threads that have ended are counted until the kernel has taken them away. Unbounded it is a multiple of the roots.
  const int allowed = 1 + kRoots + 2 * omp_get_num_procs();
  if (most > allowed) fprintf(stderr, "%d threads\n", most);
  CHECK(most <= allowed);
  run_roots(asks);
  return check_result();
}
