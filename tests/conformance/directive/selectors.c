// declare variant by user condition and by begin/end, metadirective with otherwise, assumes.
// compilers: clang
// flags-clang: -fopenmp-version=52
#include <omp.h>

#include "check.h"

#pragma omp assumes no_openmp_routines
#pragma omp begin assumes ext_nothing_special
static int always_on(void) { return 7; }
#pragma omp end assumes
static int never_on(void) { return 8; }
#pragma omp declare variant(always_on) match(user = {condition(1)})
#pragma omp declare variant(never_on) match(user = {condition(0)})
static int base(void) { return 1; }

static int for_vendor(void) { return 2; }
#pragma omp begin declare variant match(implementation = {vendor(llvm)})
static int for_vendor(void) { return 3; }
#pragma omp end declare variant

int main(void) {
  int ran = 0;
  CHECK_EQUAL(base(), 7);
  CHECK_EQUAL(for_vendor(), 3);
#pragma omp metadirective when(implementation = {vendor(gnu)} : nothing) otherwise(parallel)
  add(&ran, 1);
  CHECK_EQUAL(ran, omp_get_max_threads());
  ran = 0;
#pragma omp metadirective when(user = {condition(1)} : parallel for) otherwise(nothing)
  for (int i = 0; i < 10; i++) add(&ran, 1);
  CHECK_EQUAL(ran, 10);
  return check_result();
}
