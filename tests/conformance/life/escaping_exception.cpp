// An exception that leaves a region ends the program: std::terminate, SIGABRT.
// exit: SIGABRT
// output: any
// threads: 1 2 8
#include "life.h"

int main() {
#pragma omp parallel
  if (omp_get_thread_num() == omp_get_num_threads() - 1) throw 5;
  return 0;
}
