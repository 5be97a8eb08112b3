// critical: unnamed, named, with hints; names do not exclude one another; nesting of different names.
#include <omp.h>

#include "check.h"

static int count(int seen, int i) {
  if (i % 64 == 0) sched_yield();  // whoever can come in does so now
  return seen + 1;
}

int main(void) {
  int plain = 0, named = 0, hinted = 0, contended = 0, inside = 0;
#pragma omp parallel
  for (int i = 0; i < 2000; i++) {
#pragma omp critical
    plain = count(plain, i);
#pragma omp critical(first)
    {
      named = count(named, i);
#pragma omp critical(second)
      inside = count(inside, i);
    }
#pragma omp critical(speculative) hint(omp_sync_hint_speculative)
    hinted = count(hinted, i);
#pragma omp critical(contended) hint(omp_sync_hint_contended | omp_sync_hint_nonspeculative)
    contended = count(contended, i);
  }
  int want = 2000 * omp_get_max_threads();
  CHECK_EQUAL(plain, want);
  CHECK_EQUAL(named, want);
  CHECK_EQUAL(inside, want);
  CHECK_EQUAL(hinted, want);
  CHECK_EQUAL(contended, want);
#pragma omp critical(outside)
  plain = 0;
  int in_a = 0, in_b = 0;
#pragma omp parallel num_threads(2)
  if (omp_get_num_threads() == 2) {
    if (omp_get_thread_num() == 0) {
#pragma omp critical(a)
      {
        store(&in_a, 1);
        wait_for(&in_b, 1);
      }
    } else {
#pragma omp critical(b)
      {
        wait_for(&in_a, 1);
        store(&in_b, 1);
      }
    }
  }
  return check_result();
}
