// The scope construct: private copies and a reduction by every thread, then a barrier.
// skip-clang: clang 19 does not know the directive
#include <omp.h>

#include "check.h"

int main(void) {
  for (int repetition = 0; repetition < 50; ++repetition) {
    int sum = 1, threads = 0, tasks = 0;
#pragma omp parallel
    {
      int own = 3;
#pragma omp scope reduction(+ : sum) private(own)
      {
        own = omp_get_thread_num();
        sum += own;
      }
      CHECK_EQUAL(own, 3);
      CHECK_EQUAL(sum, 1 + omp_get_num_threads() * (omp_get_num_threads() - 1) / 2);
#pragma omp scope reduction(task, + : tasks)
      for (int i = 0; i < 5; ++i) {
#pragma omp task in_reduction(+ : tasks)
        tasks += 1;
      }
#pragma omp single
      threads = omp_get_num_threads();
    }
    CHECK_EQUAL(tasks, 5 * threads);
  }
  return check_result();
}
