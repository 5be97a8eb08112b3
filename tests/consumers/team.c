// An OpenMP program of a project that uses XOMP: says by how many threads and on which library a region ran. GOMP_parallel is what gcc
// calls, __kmpc_fork_call what clang calls.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>

int main(void) {
  int threads = 0;
#pragma omp parallel num_threads(3) reduction(+ : threads)
  threads += 1;
  Dl_info where = {0};
#ifdef __clang__
  void* const entry = dlsym(RTLD_DEFAULT, "__kmpc_fork_call");
#else
  void* const entry = dlsym(RTLD_DEFAULT, "GOMP_parallel");
#endif
  if (entry == NULL || dladdr(entry, &where) == 0) return 1;
  printf("%d threads on %s\n", threads, where.dli_fname);
  return threads == 3 ? 0 : 1;
}
