// A program with one parallel region: starting the runtime and its threads.
#include <omp.h>

int main(void) {
  int threads = 0;
#pragma omp parallel reduction(+ : threads)
  threads += 1;
  return threads > 0 ? 0 : 1;
}
