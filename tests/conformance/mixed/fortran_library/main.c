// A C program of either compiler around a gfortran library: regions inside regions, shared teams, one critical of a name.
#include <omp.h>

#include "check.h"

double solver_dot(int n, const double* x, const double* y);
void solver_scale(int n, double factor, double* x);
long solver_fib(int n);
void solver_count(long* total);
int solver_calls(void);

enum { kN = 1000 };

int main(void) {
  static double x[kN], y[kN];
  long total = 0;
  int rounds = 20;
  for (int i = 0; i < kN; i++) x[i] = 1, y[i] = 2;
  for (int round = 0; round < rounds; round++) {
    CHECK_NEAR(solver_dot(kN, x, y), 2 * kN);
#pragma omp parallel
    {
      solver_scale(kN, 2, x);
      CHECK_NEAR(solver_dot(kN, x, y), 4 * kN);
#pragma omp barrier
      solver_scale(kN, 0.5, x);
#pragma omp single
      CHECK_EQUAL(solver_fib(12), 144);
      for (int i = 0; i < 50; i++) {
        solver_count(&total);
#pragma omp critical(counted)
        total++;
      }
      CHECK_EQUAL(solver_calls(), 2 * round + 2);
    }
  }
  CHECK_EQUAL(total, 100L * rounds * omp_get_max_threads());
  return check_result();
}
