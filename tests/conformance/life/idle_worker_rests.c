// A worker that a root has given back, while there was a second root, does not run while the program waits for something else: not even where
// the threads of a team spin for ever.
// runtimes: xomp
// threads: 2
// env-each: OMP_WAIT_POLICY=active | KMP_BLOCKTIME=infinite | OMP_PROC_BIND=false
#include <pthread.h>
#include <time.h>

#include "life.h"

static long processor_ms(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void* has_regions(void* unused) {
  (void)unused;
  long joined = 0;
  for (int i = 0; i < 3; ++i) {  // where there are several roots, a region that asks for no number gives its workers back at its end
#pragma omp parallel
#pragma omp atomic
    ++joined;
  }
  CHECK(joined >= 3);
  usleep(20000);  // until its workers are with the pool
  return NULL;
}

int main(int argc, char** argv) {
  if (unsetenv("OMP_NUM_THREADS") == 0 && argc == 1) return execl("/proc/self/exe", argv[0], "again", (char*)NULL);
  enum { kRest_ms = 200 };
  int here = 0;
#pragma omp parallel num_threads(1)
  here = 1;  // makes this thread a root
  pthread_t other;
  CHECK_EQUAL(pthread_create(&other, NULL, has_regions, NULL), 0);
  pthread_join(other, NULL);
  const long before = processor_ms();
  usleep(kRest_ms * 1000);
  const long used = processor_ms() - before;
  if (used >= kRest_ms / 4) fprintf(stderr, "%ld ms of processor time in %d ms of rest\n", used, kRest_ms);
  CHECK(used < kRest_ms / 4 && here == 1);
  return check_result();
}
