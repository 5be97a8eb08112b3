/* Finding: tasks wait for their dependences. Each step changes the state that the step before has left. */
#include <stdio.h>

#include "work.h"

int main(void) {
  enum { kSteps = 400 };
  double state = 0, printed = 0;
#pragma omp parallel
#pragma omp single
  for (int step = 0; step < kSteps; ++step) {
#pragma omp task depend(inout : state)
    state += work(600000);
#pragma omp task depend(in : state) depend(inout : printed)
    printed += state * work(50000);
  }
  printf("%.1f\n", printed);
  return 0;
}
