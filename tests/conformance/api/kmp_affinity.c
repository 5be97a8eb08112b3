// LLVM's affinity masks: made, changed, used to bind the calling thread, and refused where there is no processor.
// compilers: clang
// threads: 1
#define _GNU_SOURCE
#include <omp.h>

#include "check.h"

int main(void) {
  kmp_affinity_mask_t mask, other;
  kmp_create_affinity_mask(&mask);
  kmp_create_affinity_mask(&other);
  int processors = kmp_get_affinity_max_proc(), first = -1;
  CHECK(processors >= 1);
  CHECK_EQUAL(kmp_get_affinity(&mask), 0);
  for (int p = processors - 1; p >= 0; --p)
    if (kmp_get_affinity_mask_proc(p, &mask)) first = p;
  CHECK(first >= 0);
  CHECK_EQUAL(kmp_get_affinity_mask_proc(first, &other), 0);
  CHECK_EQUAL(kmp_set_affinity_mask_proc(first, &other), 0);
  CHECK_EQUAL(kmp_get_affinity_mask_proc(first, &other), 1);
  CHECK_EQUAL(kmp_set_affinity(&other), 0);
  CHECK_EQUAL(sched_getcpu(), first);
  CHECK_EQUAL(kmp_unset_affinity_mask_proc(first, &other), 0);
  CHECK_EQUAL(kmp_get_affinity_mask_proc(first, &other), 0);
  CHECK_EQUAL(kmp_set_affinity_mask_proc(-1, &other), -1);
  CHECK_EQUAL(kmp_set_affinity_mask_proc(processors + 1000, &other), -1);
  CHECK_EQUAL(kmp_set_affinity(&mask), 0);
  kmp_destroy_affinity_mask(&mask);
  kmp_destroy_affinity_mask(&other);
  return check_result();
}
