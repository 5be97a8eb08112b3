// omp_display_env shows the ICVs as they were at the start.
// threads: 3
// env: OMP_SCHEDULE=guided,7 OMP_STACKSIZE=2M
// expect: (?s)OPENMP DISPLAY ENVIRONMENT BEGIN.*_OPENMP\s?=\s?'20.*OMP_NUM_THREADS\s?=\s?'3'.*END
// expect: OMP_SCHEDULE\s?=\s?'(?i:guided),7'
// expect: OMP_STACKSIZE\s?=\s?'2
#include <omp.h>

#include "check.h"

extern void omp_display_env(int verbose);

int main(void) {
  omp_set_num_threads(9);
  omp_display_env(0);
  return check_result();
}
