// Once its threads exist the library calls malloc for nothing of its own: OpenMP may be used inside an allocator.
// runtimes: xomp
#include <pthread.h>
#include <stddef.h>

#include "life.h"

extern void* __libc_malloc(size_t);
extern void* __libc_calloc(size_t, size_t);
extern void* __libc_realloc(void*, size_t);
extern void* __libc_memalign(size_t, size_t);
extern void __libc_free(void*);

static int is_counting, calls;
static void count(void) {
  if (__atomic_load_n(&is_counting, __ATOMIC_RELAXED)) __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED);
}
void* malloc(size_t bytes) { return count(), __libc_malloc(bytes); }
void* calloc(size_t n, size_t bytes) { return count(), __libc_calloc(n, bytes); }
void* realloc(void* p, size_t bytes) { return count(), __libc_realloc(p, bytes); }
void* memalign(size_t alignment, size_t bytes) { return count(), __libc_memalign(alignment, bytes); }
void* aligned_alloc(size_t alignment, size_t bytes) { return count(), __libc_memalign(alignment, bytes); }
int posix_memalign(void** to, size_t alignment, size_t bytes) {
  count();
  *to = __libc_memalign(alignment, bytes);
  return *to == NULL;
}
void free(void* p) {
  if (p != NULL) count();
  __libc_free(p);
}

static int per_thread = 7;
#pragma omp threadprivate(per_thread)

static void dependences(void) {
  static int cells[300];
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 300; ++i) {
#pragma omp task depend(inout : cells[i]) depend(in : cells[0])
      ++cells[i];
    }
    for (int i = 0; i < 100; ++i) {
#pragma omp task depend(mutexinoutset : cells[1]) depend(mutexinoutset : cells[2])
      ++cells[1];
    }
  }
#pragma omp taskwait
  CHECK_EQUAL(cells[5] % 3, 0);
}

static void reductions(int* all) {
  int sum = 0;
#pragma omp taskgroup task_reduction(+ : sum)
  for (int i = 0; i < 50; ++i) {
#pragma omp task in_reduction(+ : sum)
    ++sum;
  }
  CHECK_EQUAL(sum, 50);
#pragma omp atomic
  *all += sum;
}

static void change_icvs(void) {
  for (int i = 0; i < 50; ++i) {
#pragma omp task
    {
      omp_set_num_threads(1 + i % 5);
      CHECK_EQUAL(omp_get_max_threads(), 1 + i % 5);
    }
  }
}

static void use_all(void) {
  CHECK_EQUAL(compute(), 0);
  int all = 0, sum = 0;
#pragma omp parallel
  {
    ++per_thread;
    reductions(&all);
    change_icvs();
#pragma omp single
    {
      CHECK_EQUAL(tree_of_groups(8), 256);
      dependences();
    }
#pragma omp taskloop reduction(+ : sum) grainsize(1)
    for (int i = 0; i < 100; ++i) ++sum;
  }
  CHECK(all >= 50);
}

int main(void) {
  use_all();
  use_all();
  is_counting = 1;
  use_all();
  is_counting = 0;
  CHECK_EQUAL(calls, 0);
  return check_result();
}
