// Inactive regions between two active ones of the same size: each thread finds what it has left.
#include <omp.h>

#include "check.h"

static int mine;
#pragma omp threadprivate(mine)

int main(void) {
  omp_set_dynamic(0);
  for (int round = 0; round < 20; round++) {
#pragma omp parallel num_threads(4)
    mine = 100 * round + omp_get_thread_num();
    for (int i = 0; i < 10; i++) {
#pragma omp parallel if (0)
      CHECK_EQUAL(omp_get_num_threads(), 1);
#pragma omp parallel num_threads(1)
      CHECK_EQUAL(omp_get_level(), 1);
    }
    mine = 100 * round;  // the first thread's
#pragma omp parallel num_threads(4)
    CHECK_EQUAL(mine, 100 * round + omp_get_thread_num());
  }
  return check_result();
}
