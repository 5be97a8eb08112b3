// The processors that the process gets, and the threads of a region.
#include <omp.h>
#include <stdio.h>

int main(void) {
  int threads = 0;
#pragma omp parallel reduction(+ : threads)
  threads += 1;
  printf("%d processors, %d threads\n", omp_get_num_procs(), threads);
  return 0;
}
