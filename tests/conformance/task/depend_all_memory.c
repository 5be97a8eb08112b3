// depend(inout: omp_all_memory): after all siblings before it, before all siblings after it.
// skip-gcc: gcc 12 does not know omp_all_memory
#include <omp.h>

#include "check.h"

static void all_memory(void) {
  int a = 0, b = 0;
#pragma omp task depend(out : a) shared(a)
  a = 1;
#pragma omp task depend(out : b) shared(b)
  b = 2;
#pragma omp task depend(inout : omp_all_memory) shared(a, b)
  {
    CHECK_EQUAL(a, 1);
    CHECK_EQUAL(b, 2);
    a = b = 5;
  }
#pragma omp task depend(in : a) shared(a)
  CHECK_EQUAL(a, 5);
#pragma omp task depend(out : omp_all_memory) shared(b)
  CHECK_EQUAL(b, 5);
#pragma omp taskwait
}

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 20; round++) all_memory();
  return check_result();
}
