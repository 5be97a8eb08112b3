// linear: each iteration starts from first value + number * step, the variable ends after the last one.
#include <omp.h>

#include "check.h"

int main(void) {
  int at = 5;
  long other = 100;
  int wrong = 0;
#pragma omp parallel for linear(at : 3) linear(other : 1) reduction(+ : wrong)
  for (int i = 0; i < 200; i++) {
    wrong += at != 5 + 3 * i;
    wrong += other != 100 + i;
    at += 3;
    other++;
  }
  CHECK_EQUAL(wrong, 0);
  CHECK_EQUAL(at, 605);
  CHECK_EQUAL(other, 300);
  int value = 0, sum = 0;
#pragma omp parallel for simd linear(value : 2) reduction(+ : sum)
  for (int i = 0; i < 100; i++) {
    sum += value;
    value += 2;
  }
  CHECK_EQUAL(sum, 9900);
  CHECK_EQUAL(value, 200);
  return check_result();
}
