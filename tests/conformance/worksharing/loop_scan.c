// Prefix sums: scan, inclusive and exclusive.
#include "check.h"

enum { n = 5000 };
static long in[n], inclusive[n], exclusive[n];

int main(void) {
  for (int i = 0; i < n; ++i) in[i] = i * 37 % 101 - 50;
  long sum = 0;  // clang 19 drops another initial value
#pragma omp parallel for reduction(inscan, + : sum)
  for (int i = 0; i < n; ++i) {
    sum += in[i];
#pragma omp scan inclusive(sum)
    inclusive[i] = sum;
  }
  long other = 0;
#pragma omp parallel
#pragma omp for reduction(inscan, + : other)
  for (int i = 0; i < n; ++i) {
    exclusive[i] = other;
#pragma omp scan exclusive(other)
    other += in[i];
  }
  long serially = 0;
  for (int i = 0; i < n; ++i) {
#ifndef __clang__  // clang 19 puts the exclusive form's phases together wrongly
    CHECK_EQUAL(exclusive[i], serially);
#endif
    serially += in[i];
    CHECK_EQUAL(inclusive[i], serially);
  }
  CHECK_EQUAL(sum, serially);
#ifndef __clang__
  CHECK_EQUAL(other, serially);
#endif
  return check_result();
}
