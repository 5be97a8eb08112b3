// OMP_DISPLAY_AFFINITY: lines of the first region, none of the second, again when the number of threads has changed.
// threads: 2
// env: OMP_DISPLAY_AFFINITY=true OMP_AFFINITY_FORMAT="%L:%n/%N"
// expect: (?s)^begin\n(1:0/2\n1:1/2|1:1/2\n1:0/2)\nsecond\nthird\n1:0/1\nend\n1x$
#include <omp.h>
#include <stdio.h>

#include "check.h"

static int sum;

static void run_region(int threads) {
#pragma omp parallel num_threads(threads)
  add(&sum, 1);
}

int main(void) {
  puts("begin");
  run_region(2);
  puts("second");
  run_region(2);
  puts("third");
  run_region(1);
  puts("end");
  omp_display_affinity("%Nx");
  CHECK_EQUAL(sum, 5);
  return check_result();
}
