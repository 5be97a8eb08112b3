// task_reduction on a taskgroup with in_reduction tasks, of scalars and arrays; nested groups; taskloops that take part.
#include <omp.h>

#include "check.h"

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 30; round++) {
    long sum = 5, low = 1000;
    double product = 1;
    int array[20] = {0};
#pragma omp taskgroup task_reduction(+ : sum, array) task_reduction(* : product) task_reduction(min : low)
    {
      for (int i = 0; i < 50; i++) {
#pragma omp task in_reduction(+ : sum, array) in_reduction(* : product) in_reduction(min : low)
        {
          sum += i;
          array[i % 20] += i;
          if (i < 10) product *= 2;
          if (500 - i < low) low = 500 - i;
        }
      }
#pragma omp taskloop in_reduction(+ : sum) nogroup
      for (int i = 0; i < 100; i++) sum += 1;
    }
    CHECK_EQUAL(sum, 5 + 1225 + 100);
    CHECK_EQUAL(low, 451);
    CHECK_NEAR(product, 1024);
    CHECK_EQUAL(array[3], 3 + 23 + 43);
    CHECK_EQUAL(array[15], 15 + 35);
    int outer = 0, inner = 0;
#pragma omp taskgroup task_reduction(+ : outer)
    {
      for (int i = 0; i < 10; i++) {
#pragma omp task in_reduction(+ : outer)
        {
          outer += 1;
#pragma omp task in_reduction(+ : outer)
          outer += 10;
        }
      }
#pragma omp taskgroup task_reduction(+ : inner)
      {
#pragma omp task in_reduction(+ : inner) in_reduction(+ : outer)
        inner += 3, outer += 100;
      }
      CHECK_EQUAL(inner, 3);
    }
    CHECK_EQUAL(outer, 210);
  }
  return check_result();
}
