// uses_allocators: allocators that exist for one target region, predefined ones and ones with traits.
// compilers: clang
// flags-clang: -fopenmp-version=51
#include <omp.h>
#include <stdint.h>

#include "check.h"

static void predefined(void) {
  int sum = 0;
#pragma omp target uses_allocators(omp_default_mem_alloc, omp_large_cap_mem_alloc) map(tofrom : sum)
  {
    int* p = omp_alloc(10 * sizeof(int), omp_large_cap_mem_alloc);
    for (int i = 0; i < 10; i++) p[i] = i;
    for (int i = 0; i < 10; i++) sum += p[i];
    omp_free(p, omp_large_cap_mem_alloc);
  }
  CHECK_EQUAL(sum, 45);
}

static void with_traits(void) {
  const omp_alloctrait_t traits[] = {{omp_atk_alignment, 4096}, {omp_atk_pool_size, 65536}};
  omp_allocator_handle_t mine = omp_null_allocator;
  uintptr_t at = 1, refused = 1;
#pragma omp target uses_allocators(mine(traits)) map(from : at, refused)
  {
    char* p = omp_alloc(100, mine);
    at = (uintptr_t)p;
    refused = (uintptr_t)omp_alloc(1 << 20, mine);
    if (refused != 0) omp_free((void*)refused, mine);
    omp_free(p, mine);
  }
  CHECK(at != 0);
  CHECK_EQUAL(at % 4096, 0);
}

static void for_privates(void) {
  const omp_alloctrait_t traits[] = {{omp_atk_alignment, 1024}};
  omp_allocator_handle_t mine = omp_null_allocator;
  int a[8] = {1, 2, 3, 4, 5, 6, 7, 8}, sum = 0;
#pragma omp target uses_allocators(mine(traits)) allocate(mine : a) firstprivate(a) map(tofrom : sum)
  {
    if ((uintptr_t)a % 1024 == 0)
      for (int i = 0; i < 8; i++) sum += a[i];
    a[0] = 50;
  }
  CHECK_EQUAL(sum, 36);
  CHECK_EQUAL(a[0], 1);
}

int main(void) {
  predefined();
  with_traits();
  for_privates();
#pragma omp parallel
  {
    predefined();
    with_traits();
  }
  return check_result();
}
