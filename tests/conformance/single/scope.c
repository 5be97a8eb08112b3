// scope: private copies and reductions for all threads of the team.
// compilers: gcc
#include <omp.h>

#include "check.h"

int main(void) {
  int sum = 0, own = 3;
#pragma omp parallel
  {
#pragma omp scope private(own) reduction(+ : sum)
    {
      own = omp_get_thread_num();
      sum += own + 1;
    }
    int n = omp_get_num_threads();
    CHECK_EQUAL(sum, n * (n + 1) / 2);
#pragma omp scope nowait
    own = 4;
  }
  CHECK_EQUAL(own, 4);
  return check_result();
}
