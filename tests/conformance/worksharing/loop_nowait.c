// Many loops with nowait in flight at once: the fast threads are far ahead of the slow one.
#include <omp.h>
#include <sched.h>

#include "check.h"

enum { loops = 60, n = 20 };
static int count[loops][n];

int main(void) {
  for (int repetition = 0; repetition < 10; ++repetition) {
#pragma omp parallel
    for (int loop = 0; loop < loops; ++loop) {
      if (omp_get_thread_num() == loop % 5)
        for (int k = 0; k < 20; ++k) sched_yield();
      switch (loop % 4) {
        case 0:
#pragma omp for schedule(dynamic) nowait
          for (int i = 0; i < n; ++i) ++count[loop][i];
          break;
        case 1:
#pragma omp for schedule(guided) nowait
          for (int i = 0; i < n; ++i) ++count[loop][i];
          break;
        case 2:
#pragma omp for schedule(static, 2) nowait
          for (int i = 0; i < n; ++i) ++count[loop][i];
          break;
        default:
#pragma omp for schedule(static) ordered nowait
          for (int i = 0; i < n; ++i) {
#pragma omp ordered
            ++count[loop][i];
          }
      }
    }
    for (int loop = 0; loop < loops; ++loop)
      for (int i = 0; i < n; ++i) CHECK_EQUAL(count[loop][i], repetition + 1);
  }
  return check_result();
}
