/* An ordinary OpenMP program; prints which library answered each name that it was given. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <omp.h>
#include <stdio.h>

int main(int count, char **names) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(dynamic)
  for (int i = 0; i < 1000; ++i) sum += i;
#pragma omp parallel
#pragma omp single
#pragma omp task shared(sum)
  sum += omp_get_num_threads() > 0;
  if (sum != 499501) return 1;
  for (int i = 1; i < count; ++i) {
    Dl_info info;
    void *address = dlsym(RTLD_DEFAULT, names[i]);
    printf("%s %s\n", names[i], address != NULL && dladdr(address, &info) ? info.dli_fname : "none");
  }
  return 0;
}
