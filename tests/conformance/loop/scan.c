// inclusive and exclusive scan in worksharing loops (combined, and from 0: clang-19 drops another first value).
#include <omp.h>

#include "check.h"

enum { kN = 1000 };
static int in[kN], out[kN];

int main(void) {
  for (int i = 0; i < kN; i++) in[i] = i % 17 - 5;
  int sum = 0;
#pragma omp parallel for reduction(inscan, + : sum)
  for (int i = 0; i < kN; i++) {
    sum += in[i];
#pragma omp scan inclusive(sum)
    out[i] = sum;
  }
  int want = 0;
  for (int i = 0; i < kN; i++) CHECK_EQUAL(out[i], want += in[i]);
  CHECK_EQUAL(sum, want);
  sum = 0;
#pragma omp parallel for reduction(inscan, + : sum)
  for (int i = 0; i < kN; i++) {
    out[i] = sum;
#pragma omp scan exclusive(sum)
    sum += in[i];
  }
  want = 0;
  for (int i = 0; i < kN; i++) {
    CHECK_EQUAL(out[i], want);
    want += in[i];
  }
  CHECK_EQUAL(sum, want);
  return check_result();
}
