// Static schedules give exactly the chunks that other runtimes give: the specified ones with a chunk, equal blocks (the
// larger first) without; two loops with the same bounds give the same distribution.
#include <omp.h>

#include "check.h"

enum { kMost = 1000 };
static int owner[kMost], again[kMost];

static void blocks(int count) {
  int n = 1;
#pragma omp parallel
  {
    n = omp_get_num_threads();
#pragma omp for schedule(static)
    for (int i = 0; i < count; i++) owner[i] = omp_get_thread_num();
#pragma omp for schedule(static) nowait
    for (int i = 0; i < count; i++) again[i] = omp_get_thread_num();
  }
  int small = count / n, larger = count % n;
  for (int i = 0; i < count; i++) {
    int want = i < larger * (small + 1) ? i / (small + 1) : larger + (i - larger * (small + 1)) / small;
    CHECK_EQUAL(owner[i], want);
    CHECK_EQUAL(again[i], want);
  }
}

static void chunked(int count, int chunk) {
  int n = omp_get_max_threads();
#pragma omp parallel for schedule(static, chunk)
  for (int i = 0; i < count; i++) owner[i] = omp_get_thread_num();
  for (int i = 0; i < count; i++) CHECK_EQUAL(owner[i], i / chunk % n);
#pragma omp parallel for schedule(monotonic : static, chunk)
  for (int i = count - 1; i >= 0; i--) owner[i] = omp_get_thread_num();
  for (int i = 0; i < count; i++) CHECK_EQUAL(owner[count - 1 - i], i / chunk % n);
}

int main(void) {
  for (int count = 1; count < 70; count++) blocks(count);
  blocks(997);
  for (int chunk = 1; chunk < 12; chunk++)
    for (int count = 0; count < 60; count += 7) chunked(count, chunk);
  chunked(1000, 2000);
  return check_result();
}
