// taskwait depend nowait: an empty task that orders those after it behind those before it.
// compilers: clang
#include <omp.h>

#include "check.h"

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 50; round++) {
    int a = 0, b = 0;
#pragma omp task depend(out : a) shared(a)
    a = 1;
#pragma omp taskwait depend(in : a) depend(out : b) nowait
#pragma omp task depend(in : b) shared(a)
    CHECK_EQUAL(a, 1);
#pragma omp taskwait
  }
  return check_result();
}
