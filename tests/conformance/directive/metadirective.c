// metadirective, declare variant, assume, nothing, requires: what is chosen when compiling still runs right.
// flags-clang: -fopenmp-version=51
// compilers: gcc clang
#include <omp.h>

#include "check.h"

static int plain(void) { return 1; }
#pragma omp declare variant(plain) match(construct = {parallel})
static int chosen(void) { return 2; }

int main(void) {
  int ran = 0, inside = 0;
  CHECK_EQUAL(chosen(), 2);
#pragma omp parallel
  {
#pragma omp single
    inside = chosen();
#pragma omp barrier
#pragma omp nothing
    add(&ran, 1);
  }
  CHECK_EQUAL(inside, 1);
  CHECK_EQUAL(ran, omp_get_max_threads());
#pragma omp flush
#pragma omp flush acquire
#pragma omp flush release
#pragma omp flush acq_rel
#pragma omp flush(ran)
#ifdef __clang__
  ran = 0;
#pragma omp metadirective when(implementation = {vendor(llvm)} : parallel) default(nothing)
  add(&ran, 1);
  CHECK_EQUAL(ran, omp_get_max_threads());
#endif
  return check_result();
}
