// taskloop: every iteration once; grainsize and num_tasks, strict too, bound the tasks; collapse, nogroup, data clauses, types.
#include <limits.h>
#include <omp.h>
#include <string.h>

#include "check.h"

enum { kN = 1000 };
static int visits[kN], starts[kN];

static void each_once(void) {
  for (int i = 0; i < kN; i++) CHECK_EQUAL(visits[i], 1);
  memset(visits, 0, sizeof visits);
}

static void grains(void) {
  int tasks = 0;
#pragma omp taskloop grainsize(100) private(tasks)
  for (int i = 0; i < kN; i++) add(&visits[i], 1);
  each_once();
#pragma omp taskloop num_tasks(7)
  for (int i = kN - 1; i >= 0; i--) add(&visits[i], 1);
  each_once();
#pragma omp taskloop grainsize(strict : 300)
  for (int i = 0; i < kN; i++) add(&visits[i], 1);
  each_once();
#pragma omp taskloop num_tasks(strict : 13)
  for (unsigned long i = 0; i < kN; i++) add(&visits[i], 1);
  each_once();
#pragma omp taskloop num_tasks(5000)
  for (int i = 0; i < kN; i++) add(&visits[i], 1);
  each_once();
#pragma omp taskloop collapse(2)
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < 25; j++) add(&visits[25 * i + j], 1);
  each_once();
#pragma omp taskloop simd
  for (int i = 0; i < kN; i++) visits[i] = 1;
  each_once();
#pragma omp taskloop nogroup
  for (int i = 0; i < kN; i++) add(&visits[i], 1);
#pragma omp taskwait
  each_once();
#pragma omp taskloop untied final(1)
  for (int i = 0; i < kN; i++) add(&visits[i], 1);
  each_once();
#pragma omp taskloop if (0) priority(3) mergeable
  for (int i = 0; i < kN; i++) add(&visits[i], 1);
  each_once();
#pragma omp taskloop
  for (int i = 0; i < 0; i++) CHECK(0);
}

static void data(void) {
  int first = 4, last = -1;
  long sum = 0, count = 0;
#pragma omp taskloop firstprivate(first) lastprivate(last) grainsize(10)
  for (int i = 0; i < 500; i++) {
    CHECK_EQUAL(first, 4);
    last = i;
  }
  CHECK_EQUAL(last, 499);
#pragma omp taskloop reduction(+ : sum, count) num_tasks(20)
  for (long i = LONG_MAX - 1000; i < LONG_MAX - 10; i += 3) sum += i & 1, count++;
  CHECK_EQUAL(count, 330);
  CHECK_EQUAL(sum, 165);
  unsigned long long high = 0;
#pragma omp taskloop reduction(max : high)
  for (unsigned long long i = ULLONG_MAX - 100; i < ULLONG_MAX; i++)
    if (i > high) high = i;
  CHECK(high == ULLONG_MAX - 1);
}

int main(void) {
#pragma omp parallel
  {
#pragma omp single
    for (int round = 0; round < 10; round++) {
      grains();
      data();
    }
    data();
  }
  grains();
  data();
  int sum = 0, inner = 0;
  // clang 19 runs nothing of the combined `masked taskloop`, and makes a copy of what `master taskloop` does not name shared.
#pragma omp parallel master taskloop shared(sum)
  for (int i = 0; i < 100; i++) add(&sum, i);
  CHECK_EQUAL(sum, 4950);
#pragma omp parallel
#pragma omp masked filter(omp_get_num_threads() - 1)
#pragma omp taskloop shared(inner)
  for (int i = 0; i < 100; i++) add(&inner, i);
  CHECK_EQUAL(inner, 4950);
  (void)starts;
  return check_result();
}
