// Reductions on for, with and without nowait, over arrays, under each schedule; task reductions of a loop.
#include <omp.h>

#include "check.h"

int main(void) {
  int plain = 0, after = 0, array[50] = {0};
  double real = 1;
#pragma omp parallel
  {
#pragma omp for reduction(+ : plain) reduction(* : real) schedule(dynamic)
    for (int i = 0; i < 100; i++) plain += i, real *= i < 10 ? 2 : 1;
    CHECK_EQUAL(plain, 4950);
    CHECK_NEAR(real, 1024);
#pragma omp barrier
#pragma omp for reduction(- : after) nowait
    for (int i = 0; i < 100; i++) after -= i;
#pragma omp for reduction(+ : array[ : 50]) schedule(guided)
    for (int i = 0; i < 1000; i++) array[i % 50] += i;
    CHECK_EQUAL(after * after, 4950 * 4950);
  }
  for (int i = 0; i < 50; i++) CHECK_EQUAL(array[i], 20 * i + 50 * 190);
  for (int round = 0; round < 200; round++) {
    int low = 1000, high = 0;
#pragma omp parallel for reduction(min : low) reduction(max : high) schedule(static, 1)
    for (int i = 0; i < 10; i++) {
      if (i + round < low) low = i + round;
      if (i + round > high) high = i + round;
    }
    CHECK_EQUAL(low, round);
    CHECK_EQUAL(high, round + 9);
  }
  int tasks = 0;
#pragma omp parallel
#pragma omp for reduction(task, + : tasks) schedule(dynamic)
  for (int i = 0; i < 100; i++) {
#pragma omp task in_reduction(+ : tasks)
    tasks += i;
    tasks += 1;
  }
  CHECK_EQUAL(tasks, 5050);
  int of_region = 0;
#pragma omp parallel reduction(task, + : of_region)
  {
    for (int i = 0; i < 10; i++) {
#pragma omp task in_reduction(+ : of_region)
      of_region += i;
    }
  }
  CHECK_EQUAL(of_region, 45 * omp_get_max_threads());
  return check_result();
}
