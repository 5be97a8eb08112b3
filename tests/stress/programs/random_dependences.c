// Random dependences of every kind on few variables: every task checks that all that must be over is over, and nothing later.
#include <omp.h>

#include "seed.h"

#ifdef __clang__
enum Kind { kIn, kInOut, kMutex, kSet, kKinds };
#else
enum Kind { kIn, kInOut, kMutex, kKinds };  // gcc 12 does not know inoutset
#endif
enum { kVariables = 10, kTasks = 1500, kEach = 3, kRounds = 30 };

static int storage[kVariables];
static omp_depend_t objects[kVariables][kKinds];
static int done[kVariables];   // tasks on this variable that have ended
static int inside[kVariables]; // tasks of a mutexinoutset that are running

typedef struct {
  int variable;
  enum Kind kind;
  int before;  // tasks on the variable that are created before this one's group
} Access;

// What the creator knows of each variable: its present group of tasks that need not wait for one another.
static struct {
  enum Kind kind;
  int before, created;
} groups[kVariables];

static Access next_access(int variable, enum Kind kind) {
  if (groups[variable].kind != kind || kind == kInOut) {
    groups[variable].kind = kind;
    groups[variable].before = groups[variable].created;
  }
  groups[variable].created++;
  return (Access){variable, kind, groups[variable].before};
}

static void body(const Access* accesses, int work) {
  for (int i = 0; i < kEach; i++) {
    const Access* a = &accesses[i];
    if (a->kind == kInOut) CHECK_EQUAL(load(&done[a->variable]), a->before);
    CHECK(load(&done[a->variable]) >= a->before);
    if (a->kind == kMutex) CHECK_EQUAL(add(&inside[a->variable], 1), 1);
  }
  for (volatile int i = 0; i < work; i++) continue;
  for (int i = 0; i < kEach; i++) {
    const Access* a = &accesses[i];
    if (a->kind == kMutex) add(&inside[a->variable], -1);
    add(&done[a->variable], 1);
  }
}

static void create(uint32_t* state) {
  Access accesses[kEach];
  int first = (int)random_below(state, kVariables), work = (int)random_below(state, 300);
  for (int i = 0; i < kEach; i++) {
    enum Kind kind = (enum Kind)random_below(state, kKinds);
    accesses[i] = next_access((first + i * (1 + work % 3)) % kVariables, kind);
  }
  omp_depend_t* a = &objects[accesses[0].variable][accesses[0].kind];
  omp_depend_t* b = &objects[accesses[1].variable][accesses[1].kind];
  omp_depend_t* c = &objects[accesses[2].variable][accesses[2].kind];
  switch (random_below(state, 12)) {
    case 0:
#pragma omp task depend(depobj : *a, *b, *c) firstprivate(accesses, work) if (0)
      body(accesses, work);
      break;
    case 1:
#pragma omp task depend(depobj : *a, *b, *c) firstprivate(accesses, work) untied priority(work % 4)
      body(accesses, work);
      break;
    case 2:
#pragma omp task depend(depobj : *a, *b, *c) firstprivate(accesses, work)
      {
#pragma omp task firstprivate(work)
        for (volatile int i = 0; i < work; i++) continue;
#pragma omp taskwait
        body(accesses, work);
      }
      break;
    default:
#pragma omp task depend(depobj : *a, *b, *c) firstprivate(accesses, work)
      body(accesses, work);
  }
}

static void make_objects(void) {
  for (int v = 0; v < kVariables; v++) {
#pragma omp depobj(objects[v][kIn]) depend(in : storage[v])
#pragma omp depobj(objects[v][kInOut]) depend(inout : storage[v])
#pragma omp depobj(objects[v][kMutex]) depend(mutexinoutset : storage[v])
#ifdef __clang__
#pragma omp depobj(objects[v][kSet]) depend(inoutset : storage[v])
#endif
    groups[v].kind = kInOut;
    groups[v].before = groups[v].created = done[v] = 0;
  }
}

int main(void) {
  uint32_t state = first_seed();
  make_objects();
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < kRounds; round++) {
    for (int i = 0; i < kTasks; i++) create(&state);
    if (round % 2) {
#pragma omp taskwait
      for (int v = 0; v < kVariables; v++) CHECK_EQUAL(load(&done[v]), groups[v].created);
    }
  }
  for (int v = 0; v < kVariables; v++) CHECK_EQUAL(done[v], groups[v].created);
  return stress_result();
}
