// lastprivate has the last iteration's value under every schedule and optimisation (clang's own runtime fails dynamic at -O2).
// optimise: -O0 -O2
#include <omp.h>

#include "check.h"

#define LAST(clause, type, count, step)                                         \
  {                                                                             \
    type last = 99, n = (count);                                                \
    double value = -1;                                                          \
    type i;                                                                     \
    _Pragma(clause) for (i = 0; i < n; i += (step)) last = i, value = 0.5 * i;  \
    type want = (n - 1) / (step) * (step);                                      \
    CHECK_EQUAL(last, want);                                                    \
    CHECK_NEAR(value, 0.5 * want);                                              \
  }

#define ALL(type, count, step)                                                            \
  LAST("omp parallel for lastprivate(last, value)", type, count, step)                    \
  LAST("omp parallel for lastprivate(last, value) schedule(static, 3)", type, count, step) \
  LAST("omp parallel for lastprivate(last, value) schedule(dynamic)", type, count, step)  \
  LAST("omp parallel for lastprivate(last, value) schedule(dynamic, 7)", type, count, step) \
  LAST("omp parallel for lastprivate(last, value) schedule(guided)", type, count, step)   \
  LAST("omp parallel for lastprivate(last, value) schedule(guided, 3)", type, count, step) \
  LAST("omp parallel for lastprivate(last, value) schedule(runtime)", type, count, step)  \
  LAST("omp parallel for lastprivate(last, value) schedule(auto)", type, count, step)

int main(void) {
  int counts[] = {1, 2, 3, 10, 100, 1001};
  for (int c = 0; c < 6; c++) {
    ALL(int, counts[c], 1)
    ALL(int, counts[c], 3)
    ALL(long, counts[c], 1)
    ALL(unsigned, counts[c], 2)
    ALL(unsigned long, counts[c], 1)
  }
  int both = 4;
#pragma omp parallel for firstprivate(both) lastprivate(both) schedule(dynamic)
  for (int i = 0; i < 100; i++)
    if (i == 99) both += i;
  CHECK(both == 103);
  int a[3] = {0};
#pragma omp parallel for lastprivate(a)
  for (int i = 0; i < 50; i++) a[i % 3] = i, a[1] = a[0] = a[2] = i;
  CHECK(a[0] == 49 && a[2] == 49);
  return check_result();
}
