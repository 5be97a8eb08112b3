/* Finding: there are more threads than processors. Six times as many share them. */
#include <omp.h>
#include <stdio.h>

#include "work.h"

int main(void) {
  enum { kRounds = 3 };
  double sum = 0;
  for (int round = 0; round < kRounds; ++round) {
#pragma omp parallel num_threads(6 * omp_get_num_procs()) reduction(+ : sum)
    sum += work(60e6);
  }
  printf("%.1f\n", sum);
  return 0;
}
