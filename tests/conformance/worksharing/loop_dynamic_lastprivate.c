// lastprivate takes the value of the last iteration also where chunks come in no order: a thread that had the last chunk
// must not be given an earlier one after it.
// optimise: -O0 -O2
#include "check.h"

static long work(long i) {
  long sum = 0;
  for (long k = 0; k < (i * 7919) % 90; ++k) {
    __asm__ volatile("" : "+r"(sum));
    sum += k;
  }
  return sum;
}

int main(void) {
  for (int repetition = 0; repetition < 400; ++repetition) {
    long last = -1, last_of_chunks = -1, last_guided = -1, last_runtime = -1;
    const long n = 1 + repetition * 13 % 997;
#pragma omp parallel for schedule(dynamic) lastprivate(last)
    for (long i = 0; i < n; ++i) last = work(i) * 0 + i;
#pragma omp parallel for schedule(nonmonotonic : dynamic, 3) lastprivate(last_of_chunks)
    for (long i = 0; i < n; ++i) last_of_chunks = work(i) * 0 + i;
#pragma omp parallel for schedule(guided) lastprivate(last_guided)
    for (long i = 0; i < n; ++i) last_guided = work(i) * 0 + i;
#pragma omp parallel for schedule(runtime) lastprivate(last_runtime)
    for (long i = 0; i < n; ++i) last_runtime = work(i) * 0 + i;
    CHECK_EQUAL(last, n - 1);
    CHECK_EQUAL(last_of_chunks, n - 1);
    CHECK_EQUAL(last_guided, n - 1);
    CHECK_EQUAL(last_runtime, n - 1);
  }
  return check_result();
}
