// sections: each runs once, also more of them than threads; firstprivate, lastprivate, reduction, combined form.
#include <omp.h>

#include "check.h"

int main(void) {
  int first = 7, last = -1, sum = 0;
  for (int round = 0; round < 100; round++) {
    int ran[5] = {0};
    sum = 0;
#pragma omp parallel
    {
#pragma omp sections firstprivate(first) lastprivate(last) reduction(+ : sum)
      {
        { ran[0]++, sum += first; }
#pragma omp section
        ran[1]++, sum += 1;
#pragma omp section
        ran[2]++, sum += 2;
#pragma omp section
        ran[3]++, sum += 3;
#pragma omp section
        ran[4]++, sum += 4, last = 50 + round;
      }
      CHECK_EQUAL(sum, 17);
      CHECK_EQUAL(last, 50 + round);
    }
    for (int i = 0; i < 5; i++) CHECK_EQUAL(ran[i], 1);
  }
  int a = 0, b = 0;
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    a = 1;
#pragma omp section
    b = 2;
  }
  CHECK_EQUAL(a + b, 3);
#pragma omp parallel sections
  { a = 9; }
  CHECK_EQUAL(a, 9);
  return check_result();
}
