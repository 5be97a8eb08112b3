// The seed of the ELF reader: compiled by tests/fuzz/run. It needs versions of two libraries, and defines a name of OpenMP's.
#include <dlfcn.h>

int omp_get_num_threads(void) { return 1; }
void* open_library(const char* name) { return dlopen(name, RTLD_LAZY); }
int count_threads(void) {
  int threads = 0;
#pragma omp parallel reduction(+ : threads)
  threads += 1;
  return threads;
}
