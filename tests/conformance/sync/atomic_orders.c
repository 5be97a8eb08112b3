// atomic: memory orders by clause and by requires, compare with fail and weak, hints.
// flags-clang: -fopenmp-version=51
#include <omp.h>

#include "check.h"

#pragma omp requires atomic_default_mem_order(acq_rel)

static void hands_over(void) {
  int data = 0, flag = 0;
#pragma omp parallel num_threads(2) shared(data, flag)
  {
    if (omp_get_num_threads() == 2) {
      if (omp_get_thread_num() == 0) {
        data = 17;
#pragma omp atomic write release
        flag = 1;
      } else {
        int seen = 0;
        while (!seen) {
#pragma omp atomic read acquire
          seen = flag;
          if (!seen) sched_yield();
        }
        CHECK_EQUAL(data, 17);
      }
    }
  }
}

static void compares(void) {
  int most = 0, won = 0, word = 0;
#pragma omp parallel for
  for (int i = 0; i < 1000; i++) {
    int value = i * 7919 % 1000, seen;
#pragma omp atomic compare seq_cst
    if (most < value) { most = value; }
#pragma omp atomic compare capture acq_rel fail(acquire)
    { seen = word; if (word == 0) { word = 1; } }
    if (seen == 0) add(&won, 1);
#pragma omp atomic compare weak
    if (word == 0) { word = 2; }
  }
  CHECK_EQUAL(most, 999);
  CHECK_EQUAL(won, 1);
  CHECK_EQUAL(word, 1);
}

static void updates(void) {
  long sum = 0;
  double product = 1;
#pragma omp parallel for
  for (int i = 0; i < 1000; i++) {
    long before;
#pragma omp atomic relaxed hint(omp_sync_hint_contended)
    sum += i;
#pragma omp atomic capture seq_cst hint(omp_sync_hint_uncontended)
    before = sum++;
    CHECK(before >= 0);
#pragma omp atomic update release
    product *= 1.0;
  }
  CHECK_EQUAL(sum, 499500 + 1000);
  CHECK_NEAR(product, 1);
}

int main(void) {
  hands_over();
  compares();
  updates();
  return check_result();
}
