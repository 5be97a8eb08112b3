// Tasks that come one by one and wait for one another, as those that wait for input do: as many run at once as there are
// threads, also when these are more than the processors.
#include <omp.h>
#include <unistd.h>

#include "check.h"

enum { kThreads = 6 };

int main(void) {
  omp_set_dynamic(0);
  for (int round = 0; round < 3; round++) {
    int here = 0, ended = 0, threads = 0;
#pragma omp parallel num_threads(kThreads)
#pragma omp single
    {
      threads = omp_get_num_threads();
      for (int i = 0; i < threads; i++) {
        usleep(round * 1000);
#pragma omp task shared(here, ended)
        {
          add(&here, 1);
          while (load(&here) < threads) usleep(100);
          add(&ended, 1);
        }
      }
    }
    CHECK_EQUAL(ended, threads);
  }
  return check_result();
}
