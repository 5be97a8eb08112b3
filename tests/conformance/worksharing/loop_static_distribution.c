// Static schedules: the chunks are those that every runtime gives, so two loops share them out alike.
#include <omp.h>

#include "check.h"

enum { most = 103 };
static int owner[most], chunk_owner[most];

// Blocks that differ by at most one iteration, the longer ones first.
static int block_owner(int i, int n, int threads) {
  int each = n / threads, longer = n % threads, in_longer = longer * (each + 1);
  return i < in_longer ? i / (each + 1) : longer + (i - in_longer) / each;
}

static void check_trip(int n) {
  int threads = 0;
#pragma omp parallel
  {
#pragma omp single
    threads = omp_get_num_threads();
#pragma omp for schedule(static)
    for (int i = 0; i < n; ++i) owner[i] = omp_get_thread_num();
#pragma omp for schedule(static) nowait
    for (int i = n - 1; i >= 0; --i) CHECK_EQUAL(omp_get_thread_num(), owner[n - 1 - i]);
#pragma omp for schedule(static, 3)
    for (int i = 0; i < n; ++i) chunk_owner[i] = omp_get_thread_num();
#pragma omp for schedule(static, 1) nowait
    for (int i = 0; i < n; ++i) CHECK_EQUAL(omp_get_thread_num(), i % omp_get_num_threads());
  }
  for (int i = 0; i < n; ++i) {
    CHECK_EQUAL(owner[i], block_owner(i, n, threads));
    CHECK_EQUAL(chunk_owner[i], i / 3 % threads);
  }
}

int main(void) {
  for (int n = 0; n <= 20; ++n) check_trip(n);
  check_trip(most);
  return check_result();
}
