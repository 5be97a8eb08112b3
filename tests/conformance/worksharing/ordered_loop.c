// Ordered loops: regions run in the order of the iterations, with every schedule, where some iterations have none, in a called
// function, outside of any loop, and several loops in a row.
#include <omp.h>

#include "check.h"

enum { n = 300 };
static int next;  // plain: the ordered regions guard it

static void take_turn(int i, int step) {
#pragma omp ordered
  {
    CHECK(next <= i);
    next = i + step;
  }
}

static void every_schedule(void) {
#pragma omp parallel
  {
#pragma omp for ordered schedule(static)
    for (int i = 0; i < n; ++i) take_turn(i, 1);
#pragma omp single
    next = 0;
#pragma omp for ordered schedule(static, 3)
    for (int i = 0; i < n; ++i) take_turn(i, 1);
#pragma omp single
    next = 0;
#pragma omp for ordered schedule(dynamic)
    for (int i = 0; i < n; ++i) take_turn(i, 1);
#pragma omp single
    next = 0;
#pragma omp for ordered schedule(dynamic, 4)
    for (int i = 0; i < n; ++i)
      if (i % 7 != 3) take_turn(i, 1);
#pragma omp single
    next = 0;
#pragma omp for ordered schedule(guided)
    for (int i = 0; i < n; ++i)
      if (i % 2 == 0) take_turn(i, 1);
#pragma omp single
    next = 0;
#pragma omp for ordered schedule(runtime)
    for (int i = 0; i < n; ++i) take_turn(i, 1);
  }
  next = 0;
}

static void downwards(void) {
  int expected = n;
#pragma omp parallel for ordered schedule(dynamic, 3)
  for (int i = n; i > 0; i -= 2) {
#pragma omp ordered
    {
      CHECK_EQUAL(i, expected);
      expected -= 2;
    }
  }
}

int main(void) {
  const omp_sched_t kinds[] = {omp_sched_static, omp_sched_dynamic, omp_sched_guided, omp_sched_auto};
  for (int k = 0; k < 4; ++k) {
    omp_set_schedule(kinds[k], k);
    every_schedule();
    downwards();
  }
  take_turn(0, 0);
  return check_result();
}
