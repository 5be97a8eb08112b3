// OMP_THREAD_LIMIT with roots and nested regions: a root's threads never exceed it.
// env: OMP_THREAD_LIMIT=3 OMP_MAX_ACTIVE_LEVELS=3
// threads: 2 8
#include "life.h"

int main(void) {
  int inside = 0, most = 0;
#pragma omp parallel
#pragma omp parallel
  {
    const int now = add(&inside, 1);
#pragma omp critical
    if (now > most) most = now;
    CHECK_EQUAL(compute(), 0);
    add(&inside, -1);
  }
  CHECK(most <= 3);
  return check_result();
}
