// taskyield may run other tasks and loses none; whether it does is left to the runtime.
#include <omp.h>

#include "check.h"

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 100; round++) {
    int flag = 0;
#pragma omp task shared(flag)
    store(&flag, 1);
    for (long tries = 0; !load(&flag) && tries < 1000; tries++) {
#pragma omp taskyield
    }
#pragma omp taskwait
    CHECK_EQUAL(load(&flag), 1);
  }
  return check_result();
}
