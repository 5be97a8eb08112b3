// default(private), default(firstprivate), default(none); allocate with its modifiers; reduction(default, ...).
// flags-clang: -fopenmp-version=51
#include <omp.h>
#include <stdint.h>

#include "check.h"

static void defaults(void) {
  int a = 5, b = 7, sum = 0;
#if defined(__clang__)
#pragma omp parallel default(firstprivate) shared(sum)
  {
    a += omp_get_thread_num();
    CHECK_EQUAL(a, 5 + omp_get_thread_num());
    add(&sum, b);
  }
  CHECK_EQUAL(sum, 7 * omp_get_max_threads());
  sum = 0;
#pragma omp parallel default(private) shared(sum)
  {
    a = omp_get_thread_num();
    b = a + 1;
#pragma omp barrier
    CHECK_EQUAL(b, omp_get_thread_num() + 1);
    add(&sum, 1);
  }
  CHECK_EQUAL(sum, omp_get_max_threads());
  sum = 0;
#pragma omp task default(firstprivate) shared(sum)
  {
    a = 100;
    add(&sum, a + b);
  }
#pragma omp taskwait
  CHECK_EQUAL(sum, 107);
#endif
  CHECK_EQUAL(a, 5);
  CHECK_EQUAL(b, 7);
#pragma omp parallel default(none) shared(a) firstprivate(b)
  CHECK_EQUAL(a + b, 12);
}

static void allocated(void) {
  int x = 3, y[4] = {1, 2, 3, 4};
#pragma omp parallel firstprivate(x, y) allocate(omp_default_mem_alloc : x) allocate(omp_high_bw_mem_alloc : y)
  {
    x += omp_get_thread_num();
#pragma omp barrier
    CHECK_EQUAL(x, 3 + omp_get_thread_num());
    CHECK_EQUAL(y[3], 4);
  }
#ifndef __clang__  // clang 19 does not know the modifiers
#pragma omp parallel firstprivate(y) allocate(align(256), allocator(omp_default_mem_alloc) : y)
  {
    CHECK_EQUAL((uintptr_t)y % 256, 0);
    CHECK_EQUAL(y[2], 3);
  }
#pragma omp task firstprivate(y) allocate(align(128), allocator(omp_default_mem_alloc) : y)
  CHECK_EQUAL(y[1], 2);
#pragma omp taskwait
#endif
}

static void reduced(void) {
  int sum = 0, most = -1;
#pragma omp parallel for reduction(default, + : sum) reduction(default, max : most)
  for (int i = 0; i < 100; i++) {
    sum += i;
    if (i > most) most = i;
  }
  CHECK_EQUAL(sum, 4950);
  CHECK_EQUAL(most, 99);
}

int main(void) {
  defaults();
  allocated();
  reduced();
  return check_result();
}
