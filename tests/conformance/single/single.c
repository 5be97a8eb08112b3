// single runs once and lets the others wait unless nowait; copyprivate hands values to all; master, masked, filter.
#include <omp.h>

#include "check.h"

struct pair {
  int a;
  double b;
};

static void copies(void) {
#pragma omp parallel
  {
    int value = -1, array[20];
    struct pair pair = {0, 0};
    for (int round = 0; round < 300; round++) {
#pragma omp single copyprivate(value, pair, array)
      {
        value = round;
        pair.a = omp_get_thread_num();
        pair.b = round * 0.5;
        for (int i = 0; i < 20; i++) array[i] = i + round;
      }
      CHECK_EQUAL(value, round);
      CHECK(pair.a >= 0 && pair.a < omp_get_num_threads());
      CHECK_NEAR(pair.b, round * 0.5);
      CHECK_EQUAL(array[19], 19 + round);
      value = -1, pair.a = -1, array[19] = 0;
    }
  }
}

static void once(void) {
  int count = 0, masters = 0, filtered = 0, n = omp_get_max_threads();
#pragma omp parallel
  {
    for (int round = 1; round <= 300; round++) {
#pragma omp single
      count++;
      CHECK_EQUAL(count, round);
#pragma omp barrier
#pragma omp master
      {
        CHECK_EQUAL(omp_get_thread_num(), 0);
        masters++;
      }
#pragma omp masked filter(omp_get_num_threads() - 1)
      {
        CHECK_EQUAL(omp_get_thread_num(), omp_get_num_threads() - 1);
        filtered++;
      }
#pragma omp masked filter(100)
      CHECK(0);
    }
  }
  CHECK_EQUAL(masters, 300);
  CHECK_EQUAL(filtered, 300);
#pragma omp parallel masked
  count = 5;
  CHECK_EQUAL(count, 5);
  int sum = 0;
#pragma omp parallel master taskloop shared(sum)
  for (int i = 0; i < 100; i++) add(&sum, i);
  CHECK_EQUAL(sum, 4950);
  (void)n;
}

int main(void) {
  copies();
  once();
  return check_result();
}
