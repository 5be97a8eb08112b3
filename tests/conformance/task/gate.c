// Three million tasks wait behind one gate: they all depend on one task that runs last.
// threads: 2
// compilers: clang
// timeout: 600
#include <omp.h>

#include "check.h"

enum { kTasks = 3000000 };

int main(void) {
  int gate = 0, count = 0, open = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : gate) shared(gate, open)
    {
      if (omp_get_num_threads() > 1) wait_for(&open, 1);
      gate = 1;
    }
    for (int i = 0; i < kTasks; i++) {
#pragma omp task depend(in : gate) shared(count, gate)
      {
        if (gate != 1) CHECK_EQUAL(gate, 1);
        add(&count, 1);
      }
    }
    CHECK_EQUAL(load(&count), 0);
    store(&open, 1);
  }
  CHECK_EQUAL(count, kTasks);
  return check_result();
}
