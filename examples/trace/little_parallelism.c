/* Finding: there is too little parallelism. The largest part is one task, and nothing is left to do beside it. */
#include <stdio.h>

#include "work.h"

static double part(int size) {
  double small = 0, large = 0;
  if (size < 2) return work(1500000);
#pragma omp task shared(small)
  small = work(1500000);
#pragma omp task shared(large)
  large = work(6000000) + part(size - 1);
#pragma omp taskwait
  return small + large;
}

int main(void) {
  double result = 0;
#pragma omp parallel
#pragma omp single
  result = part(40);
  printf("%.1f\n", result);
  return 0;
}
