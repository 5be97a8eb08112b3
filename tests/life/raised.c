// Runs with other rights than its user's: says how many threads it has. 77: it has no other rights.
#include <omp.h>
#include <stdio.h>
#include <sys/auxv.h>

int main(void) {
  if (getauxval(AT_SECURE) == 0) return 77;
  int threads = 0;
#pragma omp parallel reduction(+ : threads)
  threads += 1;
  printf("%d threads\n", threads);
  return 0;
}
