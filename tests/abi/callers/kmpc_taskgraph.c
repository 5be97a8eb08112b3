/* taskgraph as LLVM's open work calls it: record, replay, graph_id, graph_reset, nogroup, and objects in a task's data. */
#include <stdatomic.h>

#include "caller.h"

typedef struct Task Task;
typedef int32_t (*Entry)(int32_t, Task *);
typedef struct {
  int64_t value, *self; /* an object: `self` leads to `value` */
} Object;
struct Task {
  void *shareds;
  Entry routine;
  int32_t part;
  Entry destructors;
  int64_t data2;
  Object object;
};
typedef void (*Clone)(Task *, Task *, int32_t);

void __kmpc_fork_call(const Ident *, int32_t, void (*)(int32_t *, int32_t *, ...), ...);
Task *__kmpc_omp_task_alloc(const Ident *, int32_t, int32_t, size_t, size_t, Entry);
int32_t __kmpc_omp_taskwait(const Ident *, int32_t);
void __kmpc_taskgraph(const Ident *, int32_t, void **, uint64_t, int32_t, int32_t, void (*)(void *), void *);
int32_t __kmpc_taskgraph_task(const Ident *, int32_t, Task *, int32_t, size_t, size_t, int32_t, Depend *, void *, Clone);

enum { tied = 1, destructors = 8, inout = 3, chain = 100 };
static void *graph;
static int64_t x;
static int regions, next;
static atomic_int errors, objects, copies;
static int64_t sum;

static int32_t step(int32_t id, Task *task) {
  (void)id;
  if (task->object.value != next++) atomic_fetch_add(&errors, 1);
  if (*(int64_t *)task->shareds != 42) atomic_fetch_add(&errors, 1);
  task->object.value = -1; /* the next replay begins with what was recorded */
  return 0;
}

static void make_chain(void *argument) {
  const int32_t id = __kmpc_global_thread_num(&here);
  ++regions;
  for (int i = 0; i < chain; ++i) {
    Task *task = __kmpc_omp_task_alloc(&here, id, tied, sizeof(Task), sizeof(int64_t), step);
    task->object.value = i;
    *(int64_t *)task->shareds = 42;
    Depend depend = {(int64_t)&x, 8, inout};
    __kmpc_taskgraph_task(&here, id, task, tied, sizeof(Task), 8, 1, &depend, argument, NULL);
  }
}

static void check_chain(int32_t id) {
  regions = 0;
  for (int run = 0; run < 5; ++run) {
    next = 0;
    __kmpc_taskgraph(&here, id, &graph, 0, 0, 0, make_chain, NULL);
    CHECK(next == chain && errors == 0 && regions == 1);
  }
  next = 0;
  __kmpc_taskgraph(&here, id, &graph, 7, 0, 0, make_chain, NULL); /* another graph_id */
  CHECK(next == chain && regions == 2);
  next = 0;
  __kmpc_taskgraph(&here, id, &graph, 0, 1, 0, make_chain, NULL); /* graph_reset */
  CHECK(next == chain && regions == 3);
  for (int run = 0; run < 3; ++run) {
    next = 0;
    __kmpc_taskgraph(&here, id, &graph, run % 2 ? 7 : 0, 0, 1, make_chain, NULL); /* nogroup */
    __kmpc_omp_taskwait(&here, id);
    CHECK(next == chain && regions == 3 && errors == 0);
  }
}

/* Tasks that would have to find their variables in another call are not replayed. */
static void check_moving(int32_t id) {
  static void *moving;
  regions = 0;
  for (int run = 0; run < 3; ++run) {
    next = 0;
    __kmpc_taskgraph(&here, id, &moving, 0, 0, 0, make_chain, make_chain);
    CHECK(next == chain && regions == 1 + run);
  }
}

/* ---- objects ---- */

static int32_t end_object(int32_t id, Task *task) {
  (void)id;
  if (task->object.self != &task->object.value) atomic_fetch_add(&errors, 1);
  atomic_fetch_sub(&objects, 1);
  return 0;
}
static void clone(Task *to, Task *from, int32_t unused) {
  (void)unused;
  if (from->object.self != &from->object.value) atomic_fetch_add(&errors, 1);
  to->object.value = from->object.value;
  to->object.self = &to->object.value;
  atomic_fetch_add(&objects, 1);
  atomic_fetch_add(&copies, 1);
}
static int32_t use_object(int32_t id, Task *task) {
  (void)id;
  sum += *task->object.self;
  *task->object.self = 1000;
  return 0;
}
static void make_objects(void *how) {
  const int32_t id = __kmpc_global_thread_num(&here);
  ++regions;
  for (int i = 0; i < 3; ++i) {
    Task *task = __kmpc_omp_task_alloc(&here, id, tied | destructors, sizeof(Task), 0, use_object);
    task->object.value = i + 1;
    task->object.self = &task->object.value;
    atomic_fetch_add(&objects, 1);
    task->destructors = end_object;
    Depend depend = {(int64_t)&x, 8, inout};
    __kmpc_taskgraph_task(&here, id, task, tied, sizeof(Task), 0, 1, &depend, NULL, how != NULL ? clone : NULL);
  }
}
static void check_objects(int32_t id) {
  static void *copied, *uncopied;
  regions = 0;
  objects = copies = 0;
  for (int run = 0; run < 4; ++run) {
    sum = 0;
    __kmpc_taskgraph(&here, id, &copied, 0, 0, 0, make_objects, &copied);
    CHECK(sum == 6 && regions == 1 && errors == 0);
    CHECK(objects == 3 && copies == 3 * (run + 1)); /* the graph's own; and one more for each task of a replay */
  }
  sum = 0;
  __kmpc_taskgraph(&here, id, &copied, 0, 1, 0, make_objects, &copied);
  CHECK(sum == 6 && regions == 2 && objects == 3);
  objects = 0;
  for (int run = 0; run < 3; ++run) { /* nobody says how to copy them, so the region runs each time */
    sum = 0;
    __kmpc_taskgraph(&here, id, &uncopied, 0, 0, 0, make_objects, NULL);
    CHECK(sum == 6 && regions == 3 + run && objects == 0);
  }
}

static void region(int32_t *id, int32_t *number, ...) {
  if (*number != 0) return;
  check_chain(*id);
  check_moving(*id);
  check_objects(*id);
}

int main(void) {
  check_chain(__kmpc_global_thread_num(&here)); /* outside of a region, too */
  graph = NULL;
  __kmpc_fork_call(&here, 0, region);
  return 0;
}
