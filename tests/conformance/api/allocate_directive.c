// The allocate directive: variables of a block and of the file, by predefined allocators and aligned.
// compilers: clang
// flags-clang: -fopenmp-version=51
#include <omp.h>
#include <stdint.h>

#include "check.h"

static int of_file[8];
#pragma omp allocate(of_file) allocator(omp_default_mem_alloc) align(64)

static int in_block(int n) {
  int sum = 0, x[16], y;
#pragma omp allocate(x) allocator(omp_default_mem_alloc) align(512)
#pragma omp allocate(y) allocator(omp_large_cap_mem_alloc)
  CHECK_EQUAL((uintptr_t)x % 512, 0);
  for (int i = 0; i < 16; i++) x[i] = n + i;
  y = 100;
  for (int i = 0; i < 16; i++) sum += x[i];
  return sum + y;
}

int main(void) {
  CHECK_EQUAL((uintptr_t)of_file % 64, 0);
  CHECK_EQUAL(in_block(1), 236);
#pragma omp parallel
  CHECK_EQUAL(in_block(omp_get_thread_num()), 220 + 16 * omp_get_thread_num());
  return check_result();
}
