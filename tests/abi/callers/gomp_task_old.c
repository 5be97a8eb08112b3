/* GOMP_task with as many arguments as each gcc passes: what follows in registers and on the stack is garbage. */
#include "caller.h"

void GOMP_parallel_start(void (*)(void *), void *, unsigned);
void GOMP_parallel_end(void);
_Bool GOMP_single_start(void);
void GOMP_taskwait(void);
void GOMP_taskyield(void);
void GOMP_taskgroup_start(void);
void GOMP_taskgroup_end(void);
void GOMP_taskwait_depend(void **);
void GOMP_taskwait_depend_nowait(void **);
void GOMP_task(void);

typedef void (*Body)(void *);
typedef void (*Copy)(void *, void *);
typedef void (*Gcc44)(Body, void *, Copy, long, long, _Bool, unsigned);
typedef void (*Gcc49)(Body, void *, Copy, long, long, _Bool, unsigned, void **);
typedef void (*Gcc6)(Body, void *, Copy, long, long, _Bool, unsigned, void **, int);
typedef void (*Gcc11)(Body, void *, Copy, long, long, _Bool, unsigned, void **, int, void *);

enum { kUntied = 1, kFinal = 2, kMergeable = 4, kDepend = 8, kPriority = 16 };

/* Through a variable: the compiler is not to know that one function is called in four forms. */
static void *volatile entry = (void *)GOMP_task;

static int done, order[6], orders;

typedef struct {
  char filler[3];
  int value;
  int *sum;
} Record;

static void add(void *data) {
  Record *record = data;
  if (((uintptr_t)record & (__alignof__(Record) - 1)) != 0 || record->filler[2] != 'x') abort();
  __atomic_fetch_add(record->sum, record->value, __ATOMIC_RELAXED);
}

static void copy_record(void *to, void *from) {
  *(Record *)to = *(Record *)from;
  ((Record *)to)->value *= 10;
}

/* Fills the registers and the stack with what looks like arguments. */
static __attribute__((noinline)) void leave_garbage(void) {
  uintptr_t garbage[64];
  for (int i = 0; i < 64; ++i) garbage[i] = 0xdead0001u + (uintptr_t)i;
  __asm__ volatile("" : : "r"(garbage) : "memory");
}

static void check_gcc44(void) {
  int sum = 0;
  Record record = {"..x", 1, &sum};
  for (int i = 0; i < 100; ++i) {
    leave_garbage();
    ((Gcc44)entry)(add, &record, NULL, sizeof record, __alignof__(Record), 1, i % 2 ? kUntied : 0);
    ((Gcc44)entry)(add, &record, copy_record, sizeof record, __alignof__(Record), 1, kMergeable);
    ((Gcc44)entry)(add, &record, NULL, sizeof record, __alignof__(Record), 0, kFinal);
    ((Gcc44)entry)(add, &record, NULL, sizeof record, 64, i % 3 == 0, 0);
    if (i % 10 == 0) GOMP_taskyield();
  }
  GOMP_taskwait();
  CHECK(sum == 100 * (1 + 10 + 1 + 1));
}

static void note(void *data) { order[orders++] = *(int *)data; }

/* A chain of inout dependences, written in the old form: number of addresses, number of out ones, addresses. */
static void check_gcc49(void) {
  int x;
  void *inout[] = {(void *)1, (void *)1, &x}, *in[] = {(void *)1, (void *)0, &x};
  orders = 0;
  for (int i = 0; i < 5; ++i) {
    leave_garbage();
    ((Gcc49)entry)(note, &i, NULL, sizeof i, sizeof i, 1, kDepend, inout);
  }
  GOMP_taskwait_depend(in);
  CHECK(orders == 5);
  for (int i = 0; i < 5; ++i) CHECK(order[i] == i);
}

/* The form since gcc 9: 0, all addresses, out, mutexinoutset, in, addresses. */
static void check_gcc6_and_later(void) {
  int x, six = 6;
  void *inout[] = {(void *)0, (void *)1, (void *)1, (void *)0, (void *)0, &x};
  orders = 0;
  for (int i = 0; i < 3; ++i) {
    leave_garbage();
    ((Gcc6)entry)(note, &i, NULL, sizeof i, sizeof i, 1, kDepend | kPriority, inout, 5);
  }
  GOMP_taskwait_depend_nowait(inout); /* gcc 13 */
  ((Gcc11)entry)(note, &six, NULL, sizeof six, sizeof six, 1, kDepend, inout, 0, (void *)16);
  GOMP_taskwait();
  CHECK(orders == 4 && order[0] == 0 && order[1] == 1 && order[2] == 2 && order[3] == 6);
}

static void spawn(void *data) {
  const int depth = *(int *)data - 1;
  __atomic_fetch_add(&done, 1, __ATOMIC_RELAXED);
  if (depth == 0) return;
  ((Gcc44)entry)(spawn, (void *)&depth, NULL, sizeof depth, sizeof depth, 1, 0);
  ((Gcc44)entry)(spawn, (void *)&depth, NULL, sizeof depth, sizeof depth, 1, 0);
}

static void check_taskgroup(void) {
  const int depth = 8;
  done = 0;
  GOMP_taskgroup_start();
  ((Gcc44)entry)(spawn, (void *)&depth, NULL, sizeof depth, sizeof depth, 1, 0);
  GOMP_taskgroup_end();
  CHECK(done == 255);
}

static void run(void *data) {
  (void)data;
  if (!GOMP_single_start()) return;
  check_gcc44();
  check_gcc49();
  check_gcc6_and_later();
  check_taskgroup();
}

int main(void) {
  for (int round = 0; round < 20; ++round) {
    GOMP_parallel_start(run, NULL, 0);
    run(NULL);
    GOMP_parallel_end();
  }
  run(NULL); /* outside any region */
  return 0;
}
