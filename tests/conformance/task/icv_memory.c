// A million tasks that each change their internal control variables, in one region: memory does not grow with them.
// runtimes: xomp
// threads: 1 2
#include <omp.h>
#include <sys/resource.h>

#include "check.h"

static long peak_kib(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

// Each task has values of its own, and its child sees them.
static void make_tasks(int count) {
  for (int i = 0; i < count; ++i) {
#pragma omp task
    {
      const int threads = 1 + i % 7, chunk = 1 + i % 5;
      omp_set_num_threads(threads);
      omp_set_schedule(omp_sched_dynamic, chunk);
#pragma omp task
      {
        omp_sched_t kind;
        int seen;
        omp_get_schedule(&kind, &seen);
        CHECK_EQUAL(omp_get_max_threads(), threads);
        CHECK_EQUAL(seen, chunk);
      }
      omp_set_num_threads(8);
      CHECK_EQUAL(omp_get_max_threads(), 8);
    }
  }
#pragma omp taskwait
}

int main(void) {
#pragma omp parallel
#pragma omp single
  {
    make_tasks(20000);
    const long before_kib = peak_kib();
    make_tasks(1000000);
    const long grown_kib = peak_kib() - before_kib;
    if (grown_kib > 8192) fprintf(stderr, "grown by %ld KiB\n", grown_kib);
    CHECK(grown_kib <= 8192);
  }
  return check_result();
}
