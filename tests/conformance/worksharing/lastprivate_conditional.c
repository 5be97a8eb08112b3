// lastprivate(conditional:): the value of the sequentially last iteration that assigned one.
// skip-clang: clang 19 rejects conditional on a loop that stands alone
#include "check.h"

enum { n = 1000 };

int main(void) {
  for (int repetition = 0; repetition < 20; ++repetition) {
    int fixed = -1, chunked = -1, dynamic = -1, guided = -1, section = -1;
#pragma omp parallel
    {
#pragma omp for schedule(static) lastprivate(conditional : fixed)
      for (int i = 0; i < n; ++i)
        if (i % 97 == 5) fixed = i;
#pragma omp for schedule(static, 3) lastprivate(conditional : chunked)
      for (int i = 0; i < n; ++i)
        if (i % 97 == 6) chunked = i;
#pragma omp for schedule(dynamic) lastprivate(conditional : dynamic)
      for (int i = 0; i < n; ++i)
        if (i % 97 == 7) dynamic = i;
#pragma omp for schedule(guided) lastprivate(conditional : guided)
      for (int i = 0; i < n; ++i)
        if (i % 97 == 8) guided = i;
#pragma omp sections lastprivate(conditional : section)
      {
        section = 1;
#pragma omp section
        section = 2;
#pragma omp section
        if (repetition < 0) section = 3;
      }
    }
    CHECK_EQUAL(fixed, 975);
    CHECK_EQUAL(chunked, 976);
    CHECK_EQUAL(dynamic, 977);
    CHECK_EQUAL(guided, 978);
    CHECK_EQUAL(section, 2);
  }
  return check_result();
}
