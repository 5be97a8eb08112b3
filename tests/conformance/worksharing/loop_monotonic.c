// With monotonic each thread's iterations only go up. static and ordered loops are so without being asked.
#include <omp.h>

#include "check.h"

enum { n = 2000 };

int main(void) {
  omp_set_schedule((omp_sched_t)(omp_sched_monotonic | omp_sched_dynamic), 2);
#pragma omp parallel
  for (int repetition = 0; repetition < 20; ++repetition) {
    int last = -1;
#pragma omp for schedule(monotonic : dynamic) nowait
    for (int i = 0; i < n; ++i) {
      CHECK(i > last);
      last = i;
    }
    last = -1;
#pragma omp for schedule(monotonic : guided, 3) nowait
    for (int i = 0; i < n; ++i) {
      CHECK(i > last);
      last = i;
    }
    last = -1;
#pragma omp for schedule(monotonic : runtime) nowait
    for (int i = 0; i < n; ++i) {
      CHECK(i > last);
      last = i;
    }
    last = -1;
#pragma omp for schedule(static, 7) nowait
    for (int i = 0; i < n; ++i) {
      CHECK(i > last);
      last = i;
    }
    last = -1;
#pragma omp for schedule(dynamic, 3) ordered
    for (int i = 0; i < n; ++i) {
      CHECK(i > last);
      last = i;
#pragma omp ordered
      CHECK(i >= 0);
    }
  }
  return check_result();
}
