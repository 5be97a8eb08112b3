// simd and what combines with it: declare simd, safelen, simdlen, aligned, nontemporal, linear, ordered simd and threads, order.
// flags-clang: -Wno-pass-failed
#include <omp.h>

#include "check.h"

enum { kN = 640 };
static int a[kN] __attribute__((aligned(64)));

#pragma omp declare simd uniform(factor) linear(i : 1) notinbranch
static int scaled(int i, int factor) { return i * factor; }

static void lanes(void) {
  int sum = 0, position = 0, last = -1;
#pragma omp simd safelen(8) simdlen(4) aligned(a : 64) linear(position : 2) lastprivate(last)
  for (int i = 0; i < kN; i++) {
    a[i] = scaled(i, 3) + position - 2 * i;
    position += 2;
    last = i;
  }
  CHECK_EQUAL(position, 2 * kN);
  CHECK_EQUAL(last, kN - 1);
#pragma omp simd nontemporal(a) reduction(+ : sum) collapse(2)
  for (int i = 0; i < kN / 10; i++)
    for (int j = 0; j < 10; j++) sum += a[10 * i + j];
  CHECK_EQUAL(sum, 3 * (kN * (kN - 1) / 2));
#pragma omp simd order(concurrent) if (0)
  for (int i = 0; i < kN; i++) a[i] = 1;
}

static void with_threads(void) {
  int next = 0, sum = 0;
#pragma omp parallel for simd schedule(simd : static) reduction(+ : sum)
  for (int i = 0; i < kN; i++) sum += a[i];
  CHECK_EQUAL(sum, kN);
#pragma omp parallel for simd schedule(simd : dynamic, 3) reduction(+ : sum)
  for (int i = 0; i < kN; i++) sum += a[i];
  CHECK_EQUAL(sum, 2 * kN);
#pragma omp parallel for ordered schedule(dynamic, 2)
  for (int i = 0; i < 60; i++) {
#pragma omp ordered threads
    {
      CHECK_EQUAL(next, i);
      next++;
    }
  }
  next = 0;
#pragma omp simd
  for (int i = 0; i < 60; i++) {
#pragma omp ordered simd
    next += i == next;
  }
  CHECK_EQUAL(next, 60);
#ifndef __clang__  // clang 19 orders nothing here
#pragma omp parallel for simd ordered schedule(static, 1)
  for (int i = 60; i < 120; i++) {
#pragma omp ordered simd threads
    next += i == next;
  }
  CHECK_EQUAL(next, 120);
#endif
}

int main(void) {
  for (int round = 0; round < 20; round++) {
    lanes();
    with_threads();
  }
  return check_result();
}
