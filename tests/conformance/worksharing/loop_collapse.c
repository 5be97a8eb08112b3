// Loops with collapse: all combinations once, bounds that are not constants, a triangle, and a 64-bit number of iterations.
#include "check.h"

static int seen[13][11][7];

static void check_all(int a, int b, int c, int times) {
  for (int i = 0; i < a; ++i)
    for (int j = 0; j < b; ++j)
      for (int k = 0; k < c; ++k) CHECK_EQUAL(seen[i][j][k], times);
}

static void triangle(int n) {
  int count[13][13] = {{0}};
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j) add(&count[i][j], 1);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) CHECK_EQUAL(count[i][j], j >= i);
}

int main(void) {
  volatile int a = 13, b = 11, c = 7;
#pragma omp parallel
  {
#pragma omp for collapse(3)
    for (int i = 0; i < a; ++i)
      for (int j = 0; j < b; ++j)
        for (int k = 0; k < c; ++k) ++seen[i][j][k];
#pragma omp for collapse(2) schedule(dynamic, 5)
    for (int i = a - 1; i >= 0; --i)
      for (int j = 0; j < b; j += 1)
        for (int k = 0; k < c; ++k) ++seen[i][j][k];
#pragma omp for collapse(3) schedule(guided) ordered
    for (int i = 0; i < a; ++i)
      for (int j = 0; j < b; ++j)
        for (int k = 0; k < c; ++k) {
#pragma omp ordered
          ++seen[i][j][k];
        }
  }
  check_all(a, b, c, 3);
  triangle(13);
  long long sum = 0, last = 0;
  const long long wide = 3000000000LL;
#pragma omp parallel for collapse(2) schedule(static, 100000) reduction(+ : sum) lastprivate(last)
  for (long long i = 0; i < 3; ++i)
    for (long long j = 0; j < wide; j += 10000) {
      sum += 1;
      last = i * wide + j;
    }
  CHECK_EQUAL(sum, 3 * (wide / 10000));
  CHECK_EQUAL(last, 3 * wide - 10000);
  return check_result();
}
