/* Task reductions of a loop that are described in a chain of many arrays: every thread has a slot in each, zeroed at
 * first, and all of the storage is given back. */
#include "caller.h"

#include <malloc.h>

void GOMP_parallel(void (*)(void *), void *, unsigned, unsigned);
_Bool GOMP_loop_start(long, long, long, long, long, long *, long *, uintptr_t *, void **);
void GOMP_loop_end(void), GOMP_workshare_task_reduction_unregister(_Bool);
void GOMP_task_reduction_remap(size_t, size_t, void **);

enum { kArrays = 40, kStride = 64, kStatic = 1 };
enum { kCount = 0, kSlotBytes = 1, kStorage = 2, kNext = 4, kItems = 7, kWords = 10 };

static long variables[kArrays];

static void reduce(void *unused) {
  (void)unused;
  uintptr_t arrays[kArrays][kWords] = {{0}};
  for (int i = 0; i < kArrays; ++i) {
    arrays[i][kCount] = 1;
    arrays[i][kSlotBytes] = kStride;
    arrays[i][kNext] = i + 1 < kArrays ? (uintptr_t)arrays[i + 1] : 0;
    arrays[i][kItems] = (uintptr_t)&variables[i];
  }
  long from, to;
  GOMP_loop_start(0, 100, 1, kStatic, 0, &from, &to, arrays[0], NULL);
  for (int i = 0; i < kArrays; ++i) {
    void *name = &variables[i];
    GOMP_task_reduction_remap(1, 0, &name);
    const uintptr_t slot = arrays[i][kStorage] + (uintptr_t)omp_get_thread_num() * kStride;
    CHECK((uintptr_t)name == slot && *(long *)name == 0);
    *(long *)name = i + 1;
  }
  GOMP_workshare_task_reduction_unregister(0);
  GOMP_loop_end();
}

int main(void) {
  size_t before = 0;
  for (int round = 0; round < 300; ++round) {
    if (round == 100) before = mallinfo2().uordblks;
    GOMP_parallel(reduce, NULL, 0, 0);
  }
  /* 24 arrays' storage in each of the 200 rounds would be 300 KiB and more. */
  CHECK(mallinfo2().uordblks < before + 100 * 1024);
  return 0;
}
