// omp_alloc and its family, allocators with traits, the default allocator of a task.
// threads: 3
#include <omp.h>
#include <stdint.h>
#include <string.h>

#include "check.h"

static void blocks_are_usable(omp_allocator_handle_t allocator) {
  char *block = omp_alloc(1000, allocator);
  CHECK(block != 0);
  memset(block, 1, 1000);
  block = omp_realloc(block, 5000, allocator, allocator);
  CHECK(block != 0 && block[0] == 1 && block[999] == 1);
  omp_free(block, allocator);
  char *aligned = omp_aligned_alloc(256, 512, allocator);
  CHECK((uintptr_t)aligned % 256 == 0);
  omp_free(aligned, omp_null_allocator);
  char *zeroed = omp_calloc(10, 10, allocator);
  for (int i = 0; i < 100; ++i) CHECK_EQUAL(zeroed[i], 0);
  omp_free(zeroed, allocator);
  zeroed = omp_aligned_calloc(128, 10, 10, allocator);
  CHECK((uintptr_t)zeroed % 128 == 0 && zeroed[99] == 0);
  omp_free(zeroed, allocator);
}

static void pools_end(void) {
  omp_alloctrait_t traits[] = {{omp_atk_pool_size, 4096}, {omp_atk_fallback, omp_atv_null_fb}};
  omp_allocator_handle_t small = omp_init_allocator(omp_default_mem_space, 2, traits);
  CHECK(small != omp_null_allocator);
  void *block = omp_alloc(3000, small);
  CHECK(block != 0);
  CHECK(omp_alloc(3000, small) == 0);
  omp_free(block, small);
  block = omp_alloc(3000, small);
  CHECK(block != 0);
  omp_free(block, small);
  omp_destroy_allocator(small);
}

static void default_is_the_tasks(void) {
  omp_alloctrait_t trait = {omp_atk_alignment, 512};
  omp_allocator_handle_t wide = omp_init_allocator(omp_default_mem_space, 1, &trait);
  CHECK_EQUAL(omp_get_default_allocator(), omp_default_mem_alloc);
#pragma omp parallel
  {
    CHECK_EQUAL(omp_get_default_allocator(), omp_default_mem_alloc);
    if (omp_get_thread_num() == 0) {
      omp_set_default_allocator(wide);
      void *block = omp_alloc(8, omp_null_allocator);
      CHECK((uintptr_t)block % 512 == 0);
      omp_free(block, omp_null_allocator);
    }
#pragma omp barrier
    if (omp_get_thread_num() == 0) CHECK_EQUAL(omp_get_default_allocator(), wide);
    else CHECK_EQUAL(omp_get_default_allocator(), omp_default_mem_alloc);
  }
  CHECK_EQUAL(omp_get_default_allocator(), omp_default_mem_alloc);
  omp_destroy_allocator(wide);
}

int main(void) {
  blocks_are_usable(omp_default_mem_alloc);
  blocks_are_usable(omp_large_cap_mem_alloc);
  blocks_are_usable(omp_thread_mem_alloc);
  blocks_are_usable(omp_null_allocator);
  CHECK(omp_alloc(0, omp_default_mem_alloc) == 0);
  omp_free(0, omp_default_mem_alloc);
  pools_end();
  default_is_the_tasks();
  return check_result();
}
