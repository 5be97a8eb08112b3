// requires: what a program may ask of the host; mappers, whose constructors run in the program.
// compilers: clang
// flags-clang: -fopenmp-version=51
#include <omp.h>

#include "check.h"

#pragma omp requires dynamic_allocators
#pragma omp requires unified_shared_memory
#pragma omp requires unified_address

typedef struct {
  int length;
  double* data;
} Vector;
#pragma omp declare mapper(Vector v) map(v, v.data[0 : v.length])

int main(void) {
  double values[10] = {0};
  Vector v = {10, values};
#pragma omp target map(tofrom : v)
  for (int i = 0; i < v.length; i++) v.data[i] = i;
  CHECK_NEAR(values[9], 9);
  int* p = omp_alloc(4 * sizeof(int), omp_default_mem_alloc);
  p[0] = 0;
#pragma omp target map(p)
  p[0] = 5;
  CHECK_EQUAL(p[0], 5);
  omp_free(p, omp_default_mem_alloc);
#pragma omp target data map(ompx_hold, tofrom : values)
  {
#pragma omp target map(present, tofrom : values)
    values[0] = 3;
  }
  CHECK_NEAR(values[0], 3);
  return check_result();
}
