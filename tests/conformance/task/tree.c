// Recursive tasks with taskwait and with taskgroup; results come back through shared variables; many small trees in a row.
#include <omp.h>

#include "check.h"

static long fib(int n) {
  long a, b;
  if (n < 2) return n;
#pragma omp task shared(a)
  a = fib(n - 1);
#pragma omp task shared(b)
  b = fib(n - 2);
#pragma omp taskwait
  return a + b;
}

static long grouped(int n) {
  long a = 0, b = 0;
  if (n < 2) return n;
#pragma omp taskgroup
  {
#pragma omp task shared(a)
    a = grouped(n - 1);
    b = grouped(n - 2);
  }
  return a + b;
}

static void walk(int depth, int* count) {
  add(count, 1);
  if (!depth) return;
  for (int i = 0; i < 3; i++) {
#pragma omp task
    walk(depth - 1, count);
  }
}

int main(void) {
  long result = 0;
#pragma omp parallel
#pragma omp single
  result = fib(22);
  CHECK_EQUAL(result, 17711);
#pragma omp parallel
#pragma omp single
  result = grouped(18);
  CHECK_EQUAL(result, 2584);
  for (int round = 0; round < 30; round++) {
    int count = 0;
#pragma omp parallel
#pragma omp single nowait
    walk(6, &count);
    CHECK_EQUAL(count, 1093);
  }
  int count = 0;
#pragma omp parallel
  walk(5, &count);
  CHECK_EQUAL(count, 364 * omp_get_max_threads());
  CHECK_EQUAL(fib(12), 144);
  return check_result();
}
