// unroll and tile, alone and below worksharing, simd and taskloop constructs.
// compilers: clang
// flags-clang: -fopenmp-version=51
#include <omp.h>

#include "check.h"

enum { kRows = 13, kColumns = 17 };
static int seen[kRows][kColumns];

static void check_all(int times) {
  for (int i = 0; i < kRows; i++)
    for (int j = 0; j < kColumns; j++) {
      CHECK_EQUAL(seen[i][j], times);
      seen[i][j] = 0;
    }
}

int main(void) {
#pragma omp tile sizes(4, 5)
  for (int i = 0; i < kRows; i++)
    for (int j = 0; j < kColumns; j++) seen[i][j]++;
  check_all(1);
#pragma omp unroll full
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < kRows; i++)
#pragma omp unroll partial(4)
      for (int j = 0; j < kColumns; j++) seen[i][j]++;
  check_all(3);
#pragma omp parallel for collapse(2) schedule(dynamic)
#pragma omp tile sizes(4, 5)
  for (int i = 0; i < kRows; i++)
    for (int j = 0; j < kColumns; j++) add(&seen[i][j], 1);
  check_all(1);
  int sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(static, 1)
#pragma omp unroll partial(3)
  for (int i = 0; i < 100; i++) sum += i;
  CHECK_EQUAL(sum, 4950);
#pragma omp parallel masked
#pragma omp taskloop
#pragma omp unroll partial(2)
  for (int i = 0; i < kRows; i++)
    for (int j = 0; j < kColumns; j++) add(&seen[i][j], 1);
  check_all(1);
  return check_result();
}
