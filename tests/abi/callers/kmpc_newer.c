/* Entries of LLVM 15 to 20 and entries that clang keeps for other front ends, from hand-written code. */
/* stderr: xomp: warning: error directive: spoken twice\nxomp: warning: too few: 1 threads instead of 40000\n */
#include "caller.h"

typedef struct {
  void *shareds;
  int32_t (*routine)(int32_t, void *);
  int32_t part;
  uint64_t data1, data2;
  int value;
} Task;
typedef int32_t (*Entry)(int32_t, void *);

void __kmpc_fork_call(const Ident *, int32_t, void (*)(int32_t *, int32_t *, ...), ...);
void __kmpc_error(const Ident *, int32_t, const char *);
void __kmpc_scope(const Ident *, int32_t, void *), __kmpc_end_scope(const Ident *, int32_t, void *);
int32_t __kmpc_masked(const Ident *, int32_t, int32_t);
void __kmpc_end_masked(const Ident *, int32_t);
int32_t __kmpc_barrier_master(const Ident *, int32_t), __kmpc_barrier_master_nowait(const Ident *, int32_t);
void __kmpc_end_barrier_master(const Ident *, int32_t);
void __kmpc_push_num_threads_list(const Ident *, int32_t, uint32_t, int32_t *);
void __kmpc_push_num_threads_strict(const Ident *, int32_t, int32_t, int32_t, const char *);
void __kmpc_push_num_threads_list_strict(const Ident *, int32_t, uint32_t, int32_t *, int32_t, const char *);
Task *__kmpc_omp_task_alloc(const Ident *, int32_t, int32_t, size_t, size_t, Entry);
Task *__kmpc_omp_target_task_alloc(const Ident *, int32_t, int32_t, size_t, size_t, Entry, int64_t);
int32_t __kmpc_omp_task(const Ident *, int32_t, Task *);
int32_t __kmpc_omp_task_with_deps(const Ident *, int32_t, Task *, int32_t, Depend *, int32_t, Depend *);
void __kmpc_omp_taskwait_deps_51(const Ident *, int32_t, int32_t, Depend *, int32_t, Depend *, int32_t);
void __kmpc_omp_wait_deps(const Ident *, int32_t, int32_t, Depend *, int32_t, Depend *);
int32_t __kmpc_omp_taskwait(const Ident *, int32_t);
int32_t __kmpc_single(const Ident *, int32_t);
void __kmpc_end_single(const Ident *, int32_t);
uint64_t __kmpc_get_taskid(void), __kmpc_get_parent_taskid(void);
int32_t __kmpc_get_target_offload(void), __kmpc_global_num_threads(const Ident *);
void *__kmpc_copyprivate_light(const Ident *, int32_t, void *);
void omp_set_max_active_levels(int);

static int wrong, total, primary_done;
#define EXPECT(condition)                                                                \
  do {                                                                                   \
    if (!(condition)) {                                                                  \
      __atomic_fetch_add(&wrong, 1, __ATOMIC_RELAXED);                                   \
      fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);            \
    }                                                                                    \
  } while (0)

/* ---- barriers, masked, scope, single ---- */

static void synchronise(int32_t *id, int32_t *number, ...) {
  __kmpc_scope(&here, *id, NULL);
  __kmpc_end_scope(&here, *id, NULL);
  if (__kmpc_barrier_master(&here, *id)) {
    EXPECT(*number == 0);
    __atomic_store_n(&primary_done, 1, __ATOMIC_RELAXED);
    __kmpc_end_barrier_master(&here, *id);
  }
  EXPECT(__atomic_load_n(&primary_done, __ATOMIC_RELAXED) == 1);
  EXPECT(__kmpc_barrier_master_nowait(&here, *id) == (*number == 0));
  if (__kmpc_masked(&here, *id, 1)) {
    EXPECT(*number == 1);
    __atomic_fetch_add(&total, 1, __ATOMIC_RELAXED);
    __kmpc_end_masked(&here, *id);
  }
  EXPECT(!__kmpc_masked(&here, *id, 1000));
  static int published;
  void *mine = NULL;
  if (__kmpc_single(&here, *id)) {
    mine = &published;
    __kmpc_end_single(&here, *id);
  }
  EXPECT(__kmpc_copyprivate_light(&here, *id, mine) == &published);
  __kmpc_barrier(&here, *id);
  EXPECT(__kmpc_global_num_threads(&here) >= omp_get_num_threads());
}

static void check_synchronisation(void) {
  total = primary_done = 0;
  __kmpc_fork_call(&here, 0, synchronise);
  CHECK(wrong == 0 && total == (omp_get_max_threads() > 1));
}

/* ---- num_threads as OpenMP 6.0 has it ---- */

static void note_size(int32_t *id, int32_t *number, ...) {
  (void)id;
  if (*number == 0) total = omp_get_num_threads();
}
static void note_nested_size(int32_t *id, int32_t *number, ...) {
  EXPECT(omp_get_max_threads() == 3);
  if (*number == 0) __kmpc_fork_call(&here, 0, note_size);
  (void)id;
}

static void check_num_threads(int32_t id) {
  int32_t list[] = {2, 3};
  omp_set_max_active_levels(2);
  __kmpc_push_num_threads_list(&here, id, 2, list);
  __kmpc_fork_call(&here, 0, note_nested_size);
  CHECK(wrong == 0 && total == 3);
  __kmpc_push_num_threads_list_strict(&here, id, 1, list, 2, "not met");
  __kmpc_fork_call(&here, 0, note_size);
  CHECK(total == 2);
  __kmpc_fork_call(&here, 0, note_size);
  CHECK(total == omp_get_max_threads());
  omp_set_max_active_levels(0);
  __kmpc_push_num_threads_strict(&here, id, 40000, 1, "too few");
  __kmpc_fork_call(&here, 0, note_size);
  omp_set_max_active_levels(1);
  CHECK(total == 1);
}

/* ---- tasks ---- */

enum { kTied = 1, kHiddenHelper = 128, kIn = 1, kInOut = 3 };

static int chain[64], chained;

static int32_t add_value(int32_t id, void *task) {
  EXPECT(id == __kmpc_global_thread_num(&here));
  EXPECT(__kmpc_get_taskid() != 0 && __kmpc_get_parent_taskid() != 0 && __kmpc_get_taskid() != __kmpc_get_parent_taskid());
  __atomic_fetch_add(&total, ((Task *)task)->value, __ATOMIC_RELAXED);
  return 0;
}
static int32_t append_value(int32_t id, void *task) {
  (void)id;
  chain[chained++] = ((Task *)task)->value;
  return 0;
}

static Task *new_task(int32_t id, Entry entry, int value, int flags, int is_target) {
  Task *task = is_target ? __kmpc_omp_target_task_alloc(&here, id, flags, sizeof(Task), 0, entry, -1)
                         : __kmpc_omp_task_alloc(&here, id, flags, sizeof(Task), 0, entry);
  EXPECT(((uintptr_t)task & 63) == 0);
  task->value = value;
  return task;
}

static void tasks(int32_t *id, int32_t *number, ...) {
  int x, y;
  Depend inout = {(intptr_t)&x, sizeof x, kInOut}, in = {(intptr_t)&x, sizeof x, kIn}, other = {(intptr_t)&y, sizeof y, kInOut};
  (void)number;
  if (!__kmpc_single(&here, *id)) return;
  for (int i = 0; i < 50; ++i) {
    __kmpc_omp_task(&here, *id, new_task(*id, add_value, 1, kTied, 0));
    __kmpc_omp_task(&here, *id, new_task(*id, add_value, 100, kTied, 1));
    __kmpc_omp_task(&here, *id, new_task(*id, add_value, 10000, kTied | kHiddenHelper, 0));
  }
  for (int i = 0; i < 20; ++i)
    __kmpc_omp_task_with_deps(&here, *id, new_task(*id, append_value, i, kTied, i % 3 == 0), 1, &inout, 0, NULL);
  __kmpc_omp_wait_deps(&here, *id, 1, &in, 0, NULL);
  EXPECT(chained == 20);
  __kmpc_omp_task_with_deps(&here, *id, new_task(*id, append_value, 20, kTied, 0), 1, &inout, 0, NULL);
  __kmpc_omp_taskwait_deps_51(&here, *id, 1, &inout, 1, &other, 1); /* nowait: y after x */
  __kmpc_omp_task_with_deps(&here, *id, new_task(*id, append_value, 21, kTied, 0), 1, &other, 0, NULL);
  __kmpc_omp_taskwait_deps_51(&here, *id, 1, &other, 0, NULL, 0);
  EXPECT(chained == 22);
  __kmpc_omp_taskwait(&here, *id);
  __kmpc_end_single(&here, *id);
}

static void check_tasks(void) {
  total = chained = 0;
  __kmpc_fork_call(&here, 0, tasks);
  CHECK(wrong == 0 && total == 50 * 10101 && chained == 22);
  for (int i = 0; i < 22; ++i) CHECK(chain[i] == i);
}

int main(void) {
  const int32_t id = __kmpc_global_thread_num(&here);
  CHECK(__kmpc_get_target_offload() == 1);
  for (int round = 0; round < 20; ++round) {
    check_synchronisation();
    check_tasks();
  }
  __kmpc_error(&here, 1, "spoken twice");
  check_num_threads(id);
  return 0;
}
