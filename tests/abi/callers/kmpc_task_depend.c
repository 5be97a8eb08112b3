/* Dependent tasks as clang's code makes them: omp_all_memory by flag and by address, tasks without a body. */
#include <unistd.h>

#include "caller.h"

typedef struct {
  void *shareds;
  int32_t (*routine)(int32_t, void *);
  int32_t part;
  int64_t data[2];
  int value;
} Block;

enum { kTied = 1, kIn = 1, kOut = 2, kAllMemory = 0x80 };

void *__kmpc_omp_task_alloc(const Ident *, int32_t, int32_t, size_t, size_t, int32_t (*)(int32_t, void *));
int32_t __kmpc_omp_task_with_deps(const Ident *, int32_t, void *, int32_t, const Depend *, int32_t, const Depend *);
void __kmpc_omp_wait_deps(const Ident *, int32_t, int32_t, const Depend *, int32_t, const Depend *);
int32_t __kmpc_omp_taskwait(const Ident *, int32_t);
void __kmpc_fork_call(const Ident *, int32_t, void (*)(int32_t *, int32_t *, ...), ...);

static int first, second;
static int ended, wrong;

/* The task's value: how many must have ended before it. */
static int32_t run(int32_t id, void *block) {
  (void)id;
  const int before = ((Block *)block)->value;
  if (__atomic_load_n(&ended, __ATOMIC_ACQUIRE) < before) __atomic_fetch_add(&wrong, 1, __ATOMIC_RELAXED);
  usleep(2000);
  __atomic_fetch_add(&ended, 1, __ATOMIC_RELEASE);
  return 0;
}

static void add_task(int32_t id, int must_have_ended, Depend on) {
  Block *block = __kmpc_omp_task_alloc(&here, id, kTied, sizeof(Block), 0, run);
  block->value = must_have_ended;
  __kmpc_omp_task_with_deps(&here, id, block, 1, &on, 0, NULL);
}

static void add_empty_task(int32_t id, const Depend *on, int count) {
  void *block = __kmpc_omp_task_alloc(&here, id, kTied, sizeof(Block), 0, NULL);
  __kmpc_omp_task_with_deps(&here, id, block, count, on, 0, NULL);
}

static void generate(int32_t id) {
  const Depend in_first = {(intptr_t)&first, 0, kIn}, in_second = {(intptr_t)&second, 0, kIn};
  const Depend out_first = {(intptr_t)&first, 0, kOut}, out_second = {(intptr_t)&second, 0, kOut};
  const Depend by_flag = {0, 0, kAllMemory}, by_address = {-1, 0, kOut};
  add_task(id, 0, in_first);
  add_task(id, 0, in_second);
  add_task(id, 2, by_flag);
  add_task(id, 3, in_first);
  add_task(id, 3, in_second);
  add_task(id, 5, by_address);
  add_task(id, 6, out_first);
  /* A taskwait with nowait is a task without a body: what depends on it depends on what it waits for. */
  const Depend both[2] = {out_first, out_second};
  add_empty_task(id, both, 2);
  add_task(id, 7, in_second);
  __kmpc_omp_wait_deps(&here, id, 1, &by_address, 0, NULL);
  CHECK(__atomic_load_n(&ended, __ATOMIC_ACQUIRE) == 8);
  add_empty_task(id, both, 2);
  __kmpc_omp_taskwait(&here, id);
}

static void region(int32_t *id, int32_t *number, ...) {
  if (*number == 0) generate(*id);
}

int main(void) {
  for (int threads = 1; threads <= 8; threads *= 2) {
    ended = 0;
    omp_set_num_threads(threads);
    __kmpc_fork_call(&here, 0, region);
    CHECK(ended == 8 && wrong == 0);
  }
  return 0;
}
