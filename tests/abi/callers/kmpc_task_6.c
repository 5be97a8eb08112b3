/* clang 23's and 24's tasks of OpenMP 6.0: flag 0x80 is threadset(omp_pool), 0x100 transparent. */
#include <sched.h>
#include <stdatomic.h>

#include "caller.h"

typedef struct Task Task;
typedef int32_t (*Entry)(int32_t, Task *);
struct Task {
  void *shareds;
  Entry routine;
  int32_t part;
  Entry destructors;
  int64_t data2;
  int64_t arguments[3]; /* lower, upper and stride of a taskloop; or firstprivate */
};

void __kmpc_fork_call(const Ident *, int32_t, void (*)(int32_t *, int32_t *, ...), ...);
Task *__kmpc_omp_task_alloc(const Ident *, int32_t, int32_t, size_t, size_t, Entry);
int32_t __kmpc_omp_task(const Ident *, int32_t, Task *);
int32_t __kmpc_omp_task_with_deps(const Ident *, int32_t, Task *, int32_t, Depend *, int32_t, Depend *);
void __kmpc_omp_task_begin_if0(const Ident *, int32_t, Task *), __kmpc_omp_task_complete_if0(const Ident *, int32_t, Task *);
int32_t __kmpc_omp_taskwait(const Ident *, int32_t);
void __kmpc_taskloop(const Ident *, int32_t, Task *, int32_t, uint64_t *, uint64_t *, int64_t, int32_t, int32_t, uint64_t, void *);

enum { untied = 0, tied = 1, destructors = 8, free_agent = 0x80, transparent = 0x100, in = 1, inout = 3 };
static atomic_int runs, ends, stage, errors;
static int64_t x, y;

static int32_t count_run(int32_t id, Task *task) {
  (void)id;
  atomic_fetch_add(&runs, 1);
  if (task->arguments[0] != 7) atomic_fetch_add(&errors, 1);
  return 0;
}
static int32_t count_end(int32_t id, Task *task) {
  (void)id, (void)task;
  atomic_fetch_add(&ends, 1);
  return 0;
}

static void check_free_agents(int32_t id) {
  const int32_t kinds[] = {tied | free_agent, untied | free_agent, tied | free_agent | destructors, tied | free_agent | transparent};
  runs = ends = 0;
  for (int i = 0; i < 400; ++i) {
    Task *task = __kmpc_omp_task_alloc(&here, id, kinds[i % 4], sizeof(Task), 0, count_run);
    task->arguments[0] = 7;
    task->destructors = count_end;
    if (i % 5 == 4) {
      Depend depend = {(int64_t)&x, 8, inout};
      __kmpc_omp_task_with_deps(&here, id, task, 1, &depend, 0, NULL);
    } else {
      __kmpc_omp_task(&here, id, task);
    }
  }
  __kmpc_omp_taskwait(&here, id);
  CHECK(runs == 400 && ends == 100 && errors == 0);
}

/* The child of a transparent task comes after what an older sibling of that task writes, and before a younger sibling. */
static void pause_a_while(void) {
  for (int i = 0; i < 2000; ++i) sched_yield();
}
static int32_t first(int32_t id, Task *task) {
  (void)id, (void)task;
  pause_a_while();
  if (atomic_exchange(&stage, 1) != 0) atomic_fetch_add(&errors, 1);
  return 0;
}
static int32_t child(int32_t id, Task *task) {
  (void)id, (void)task;
  pause_a_while();
  if (atomic_exchange(&stage, 2) != 1) atomic_fetch_add(&errors, 1);
  return 0;
}
static int32_t middle(int32_t id, Task *task) {
  (void)task;
  Depend depend = {(int64_t)&x, 8, inout};
  __kmpc_omp_task_with_deps(&here, id, __kmpc_omp_task_alloc(&here, id, tied, sizeof(Task), 0, child), 1, &depend, 0, NULL);
  return 0;
}
static int32_t last(int32_t id, Task *task) {
  (void)id, (void)task;
  if (atomic_exchange(&stage, 3) != 2) atomic_fetch_add(&errors, 1);
  return 0;
}

static void submit(int32_t id, int32_t flags, Entry entry, int64_t *address, uint8_t kind) {
  Task *task = __kmpc_omp_task_alloc(&here, id, flags, sizeof(Task), 0, entry);
  task->destructors = count_end;
  Depend depend = {(int64_t)address, 8, kind};
  if (address == NULL) __kmpc_omp_task(&here, id, task);
  else __kmpc_omp_task_with_deps(&here, id, task, 1, &depend, 0, NULL);
}

static void check_transparent(int32_t id) {
  for (int form = 0; form < 4; ++form) {
    const int32_t more = form % 2 == 0 ? 0 : destructors;
    ends = stage = 0;
    submit(id, tied, first, &x, inout);
    if (form < 2) {
      submit(id, tied | transparent | more, middle, &y, inout); /* its children, not it, name x */
      submit(id, tied, last, &y, in);
    } else {
      submit(id, tied | transparent | more, middle, NULL, 0);
      __kmpc_omp_taskwait(&here, id);
      submit(id, tied, last, &x, in);
    }
    __kmpc_omp_taskwait(&here, id);
    CHECK(stage == 3 && errors == 0 && ends == form % 2);
  }
}
static void check_undeferred(int32_t id) {
  stage = 0;
  submit(id, tied, first, &x, inout);
  Task *task = __kmpc_omp_task_alloc(&here, id, tied | transparent, sizeof(Task), 0, middle);
  __kmpc_omp_task_begin_if0(&here, id, task);
  middle(id, task);
  __kmpc_omp_task_complete_if0(&here, id, task);
  CHECK(stage == 2);
  submit(id, tied, last, &x, in);
  __kmpc_omp_taskwait(&here, id);
  CHECK(stage == 3 && errors == 0);
}

static int32_t iterate(int32_t id, Task *task) {
  (void)id;
  for (int64_t i = task->arguments[0]; i <= task->arguments[1]; ++i) atomic_fetch_add(&runs, 1);
  return 0;
}
static void check_taskloop(int32_t id) {
  for (int form = 0; form < 2; ++form) {
    runs = ends = stage = 0;
    submit(id, tied, first, &x, inout);
    Task *task = __kmpc_omp_task_alloc(&here, id, tied | free_agent | transparent | (form ? destructors : 0), sizeof(Task), 0, iterate);
    task->destructors = count_end;
    task->arguments[0] = 0, task->arguments[1] = 999, task->arguments[2] = 1;
    __kmpc_taskloop(&here, id, task, 1, (uint64_t *)&task->arguments[0], (uint64_t *)&task->arguments[1], 1, 1, 2, 10, NULL);
    CHECK(stage == 1 && runs == 1000 && errors == 0 && (form ? ends > 0 : ends == 0));
    __kmpc_omp_taskwait(&here, id);
  }
}

static void region(int32_t *id, int32_t *number, ...) {
  if (*number != 0) return;
  check_free_agents(*id);
  check_transparent(*id);
  check_undeferred(*id);
  check_taskloop(*id);
}

int main(void) {
  __kmpc_fork_call(&here, 0, region);
  return 0;
}
