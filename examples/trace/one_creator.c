/* Finding: one thread cannot make tasks fast enough. It prepares each task for 200 us; the task itself takes 50. */
#include <stdio.h>

#include "work.h"

int main(void) {
  enum { kTasks = 2000 };
  double sum = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < kTasks; ++i) {
    const double input = work(200000);
#pragma omp task firstprivate(input)
    {
      const double part = input + work(50000);
#pragma omp atomic
      sum += part;
    }
  }
  printf("%.1f\n", sum / kTasks);
  return 0;
}
