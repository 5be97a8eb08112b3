// Tasks that wait for one another, in teams of many more threads than processors: as many run at once as there are
// threads, also when all of these slept before the first task came.
#include <omp.h>
#include <unistd.h>

#include "check.h"

static void meet(int threads) {
  int here = 0, ended = 0, team = 0;
#pragma omp parallel num_threads(threads)
#pragma omp single
  {
    team = omp_get_num_threads();
    const double begin = omp_get_wtime();
    while (omp_get_wtime() - begin < 0.005) {
    }
    for (int i = 0; i < team; i++) {
#pragma omp task shared(here, ended)
      {
        add(&here, 1);
        while (load(&here) < team) usleep(100);
        add(&ended, 1);
      }
    }
  }
  CHECK_EQUAL(ended, team);
}

int main(void) {
  omp_set_dynamic(0);
  const int sizes[] = {3, 11, 24};  // a full queue runs the task at once; the smallest one, of cc, holds 24
  for (int i = 0; i < 3; i++)
    for (int round = 0; round < 2; round++) meet(sizes[i]);
  return check_result();
}
