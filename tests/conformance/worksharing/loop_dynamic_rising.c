// A thread's iterations of a dynamic loop rise on libgomp, whatever the modifier; programs built by gcc lean on it (megahit).
// Short and long iterations alternate, so that threads finish at different times and take work from one another.
// compilers: gcc
#include "check.h"
#include <omp.h>

static volatile unsigned sink;

static void work(long n) {
  for (long i = 0; i < n; ++i) sink += (unsigned)i;
}

#define RISING_LOOP(schedule_clause)                          \
  do {                                                        \
    long falls = 0, seen = 0;                                 \
    _Pragma("omp parallel reduction(+ : falls, seen)") {      \
      long last = -1;                                         \
      _Pragma(schedule_clause) for (long i = 0; i < 3000; ++i) { \
        falls += i < last;                                    \
        last = i;                                             \
        seen += 1;                                            \
        work(i % 97 == 0 ? 20000 : i % 3 * 10);               \
      }                                                       \
    }                                                         \
    CHECK(falls == 0);                                        \
    CHECK(seen == 3000);                                      \
  } while (0)

int main(void) {
  for (int round = 0; round < 10; ++round) {
    RISING_LOOP("omp for schedule(dynamic)");
    RISING_LOOP("omp for schedule(dynamic, 7)");
    RISING_LOOP("omp for schedule(nonmonotonic : dynamic)");
    RISING_LOOP("omp for schedule(monotonic : dynamic)");
    RISING_LOOP("omp for schedule(guided)");
    omp_set_schedule(omp_sched_dynamic, 1);
    RISING_LOOP("omp for schedule(runtime)");
  }
  return check_result();
}
