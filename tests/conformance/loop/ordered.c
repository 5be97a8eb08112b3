// ordered regions run in the order of the iterations under every schedule; iterations that skip theirs hold nobody up.
#include <omp.h>

#include "check.h"

#define ORDERED(clauses, first, end, step, type)                  \
  {                                                               \
    long next = (first);                                          \
    _Pragma(clauses) for (type i = (first); i < (end); i += (step)) { \
      int skip = i % 5 == 3;                                      \
      if (!skip) {                                                \
        _Pragma("omp ordered") {                                  \
          while (next % 5 == 3) next += (step);                   \
          CHECK_EQUAL(i, next);                                   \
          next += (step);                                         \
        }                                                         \
      }                                                           \
    }                                                             \
    while (next < (long)(end) && next % 5 == 3) next += (step);   \
    CHECK(next >= (long)(end));                                   \
  }

int main(void) {
  ORDERED("omp parallel for ordered", 0, 500, 1, int)
  ORDERED("omp parallel for ordered schedule(static)", 0, 500, 1, int)
  ORDERED("omp parallel for ordered schedule(static, 3)", 0, 500, 1, int)
  ORDERED("omp parallel for ordered schedule(dynamic)", 0, 500, 1, int)
  ORDERED("omp parallel for ordered schedule(dynamic, 4)", 5, 500, 3, int)
  ORDERED("omp parallel for ordered schedule(guided)", 0, 500, 1, int)
  ORDERED("omp parallel for ordered schedule(runtime)", 0, 500, 1, int)
  ORDERED("omp parallel for ordered schedule(dynamic, 2)", 0, 500, 1, unsigned long)
  ORDERED("omp parallel for ordered schedule(guided)", 0, 500, 1, unsigned long)
  ORDERED("omp parallel for ordered schedule(static)", 0, 500, 1, unsigned long)
  int sum = 0;
#pragma omp parallel
  for (int round = 0; round < 50; round++) {
#pragma omp for ordered schedule(dynamic) nowait
    for (int i = 0; i < 10; i++)
#pragma omp ordered
      sum = sum * 3 % 1000 + i;
  }
  int want = 0;
  if (omp_get_max_threads() == 1) {
    for (int i = 0; i < 500; i++) want = want * 3 % 1000 + i % 10;
    CHECK_EQUAL(sum, want);
  }
  return check_result();
}
