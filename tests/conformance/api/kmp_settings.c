// LLVM's kmp_ calls: what is set is answered, and works where it can be seen.
// compilers: clang
// threads: 3
#include <limits.h>
#include <omp.h>

#include "check.h"

extern int kmp_get_num_known_threads(void);

int main(void) {
  int before = kmp_get_blocktime();
  kmp_set_blocktime(0);
  CHECK_EQUAL(kmp_get_blocktime(), 0);
  kmp_set_blocktime(30);
  CHECK_EQUAL(kmp_get_blocktime(), 30);
  kmp_set_blocktime(before);
  CHECK_EQUAL(kmp_get_blocktime(), before);

  kmp_set_stacksize_s(6 << 20);
  CHECK_EQUAL(kmp_get_stacksize_s(), 6 << 20);
  CHECK_EQUAL(kmp_get_stacksize(), 6 << 20);
  kmp_set_stacksize(5 << 20);
  CHECK_EQUAL(kmp_get_stacksize_s(), 5 << 20);

  CHECK_EQUAL(kmp_get_library(), 3);
  kmp_set_defaults("OMP_NUM_THREADS=4");
#pragma omp parallel
  CHECK_EQUAL(omp_get_num_threads(), 4);
  CHECK(kmp_get_num_known_threads() >= 4);
  kmp_set_warnings_off();
  kmp_set_warnings_on();
  kmp_set_disp_num_buffers(5);

  int *block = kmp_malloc(100 * sizeof(int));
  block[99] = 7;
  block = kmp_realloc(block, 1000 * sizeof(int));
  CHECK_EQUAL(block[99], 7);
  kmp_free(block);
  block = kmp_calloc(10, sizeof(int));
  CHECK_EQUAL(block[9], 0);
  kmp_free(block);
  block = kmp_aligned_malloc(100, 256);
  CHECK_EQUAL((unsigned long)block % 256, 0);
  kmp_free(block);
  return check_result();
}
