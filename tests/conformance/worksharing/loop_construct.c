// The loop construct, bound to parallel, to teams and to a thread.
// flags-clang: -fopenmp-version=52
#include "check.h"

enum { n = 500 };
static int count[n];

int main(void) {
  long sum = 0;
#pragma omp parallel
  {
#pragma omp loop bind(parallel)
    for (int i = 0; i < n; ++i) count[i] += 1;
#pragma omp single
#pragma omp loop bind(thread)
    for (int i = 0; i < n; ++i) count[i] += 1;
  }
#pragma omp teams loop
  for (int i = 0; i < n; ++i) add(&count[i], 1);
#pragma omp parallel loop reduction(+ : sum)
  for (int i = 0; i < n; ++i) sum += i;
  for (int i = 0; i < n; ++i) CHECK_EQUAL(count[i], 3);
  CHECK_EQUAL(sum, n * (n - 1L) / 2);
  return check_result();
}
