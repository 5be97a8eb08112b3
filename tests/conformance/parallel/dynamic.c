// dyn-var: with it a region has between one thread and as many as asked for, without it exactly as many, also while
// other threads want the processors. All threads of a region agree on its size, and a loop is shared by just these.
#include <omp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#include "check.h"

enum { busy_threads = 3, iterations = 64 };

static atomic_bool stop;

static void* burn(void* unused) {
  while (!atomic_load_explicit(&stop, memory_order_relaxed)) {
  }
  return unused;
}

static double now_s(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int size_of(int wanted) {
  int size = 0, done = 0, reported = 0;
#pragma omp parallel num_threads(wanted) reduction(+ : size, done)
  {
    size = 1;
#pragma omp single
    reported = omp_get_num_threads();
    CHECK_EQUAL(omp_get_num_threads(), reported);
#pragma omp for
    for (int i = 0; i < iterations; i++) done++;
  }
  CHECK_EQUAL(size, reported);
  CHECK_EQUAL(done, iterations);
  return size;
}

static void many_regions(int is_dynamic, double seconds) {
  omp_set_dynamic(is_dynamic);
  CHECK_EQUAL(omp_get_dynamic() != 0, is_dynamic);
  const double end = now_s() + seconds;
  do {
    for (int wanted = 1; wanted <= 6; wanted++) {
      const int size = size_of(wanted);
      if (is_dynamic) CHECK(size >= 1 && size <= wanted);
      else CHECK_EQUAL(size, wanted);
    }
  } while (now_s() < end);
}

int main(void) {
  many_regions(0, 0.02);
  many_regions(1, 0.05);
  pthread_t busy[busy_threads];
  for (int i = 0; i < busy_threads; i++) pthread_create(&busy[i], NULL, burn, NULL);
  many_regions(1, 0.3);
  many_regions(0, 0.1);
  many_regions(1, 0.1);
  atomic_store(&stop, 1);
  for (int i = 0; i < busy_threads; i++) pthread_join(busy[i], NULL);
  many_regions(1, 0.1);
  many_regions(0, 0.02);
  return check_result();
}
