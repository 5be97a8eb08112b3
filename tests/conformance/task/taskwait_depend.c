// taskwait depend waits for the named predecessors.
#include <omp.h>

#include "check.h"

static void waits_for_named(void) {
  int a = 0, b = 0;
#pragma omp task depend(out : a) shared(a)
  a = 1;
#pragma omp task depend(out : b) shared(b)
  b = 2;
#pragma omp taskwait depend(in : a)
  CHECK_EQUAL(a, 1);
#pragma omp taskwait depend(inout : b)
  CHECK_EQUAL(b, 2);
#pragma omp taskwait
}

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 50; round++) {
    if (omp_get_num_threads() == 1 || round == 0) {
      int a = 0;
#pragma omp task depend(out : a) shared(a)
      a = 1;
#pragma omp taskwait depend(in : a)
      CHECK_EQUAL(a, 1);
    }
    waits_for_named();
  }
  return check_result();
}
