// allocate clauses and directives: private copies come from the named allocator and work as any other.
#include <omp.h>

#include "check.h"

int main(void) {
  int total = 0, first = 3;
#pragma omp parallel allocate(omp_default_mem_alloc : first) firstprivate(first) reduction(+ : total)
  {
    first += omp_get_thread_num();
    total += first;
  }
  int n = omp_get_max_threads();
  CHECK_EQUAL(total, 3 * n + n * (n - 1) / 2);
#pragma omp parallel
  {
    int* mine = omp_alloc(1000 * sizeof *mine, omp_default_mem_alloc);
    CHECK(mine != NULL);
    if (mine) mine[999] = 1;
    omp_free(mine, omp_null_allocator);
  }
#pragma omp parallel
#pragma omp single
  {
    int value = 5;
#pragma omp task firstprivate(value) allocate(omp_thread_mem_alloc : value)
    CHECK_EQUAL(value, 5);
  }
  return check_result();
}
