// target nowait is a task: deferred, ordered by depend, waited for by taskwait, taskgroup and barrier, with copies of its own.
// runtimes: xomp
// flags-clang: -fopenmp-version=51
#include <omp.h>

#include "check.h"

enum { kN = 64 };

// The region waits for what the encountering thread does after the construct.
static void deferred(void) {
  int gate = 0, ran = 0;
#pragma omp target nowait map(tofrom : gate, ran)
  {
    wait_for(&gate, 1);
    ran = 1;
  }
  store(&gate, 1);
#pragma omp taskwait
  CHECK_EQUAL(ran, 1);
}

// A struct: clang 19 crashes with an array, on every runtime.
static void copies(void) {
  struct {
    int of[kN];
  } values;
  int sums[kN], seed = 5;
  for (int round = 0; round < kN; round++) {
    for (int i = 0; i < kN; i++) values.of[i] = round;
    seed = round;
#pragma omp target nowait firstprivate(values, seed) map(tofrom : sums)
    {
      sums[seed] = seed;
      for (int i = 0; i < kN; i++) sums[seed] += values.of[i];
      values.of[0] = seed = -1;
    }
  }
  CHECK_EQUAL(seed, kN - 1);
#pragma omp taskwait
  for (int i = 0; i < kN; i++) CHECK_EQUAL(sums[i], i + kN * i);
}

static void ordered_by_depend(void) {
  int x = 0, y = 0, seen = 0;
#pragma omp task depend(out : x) shared(x)
  x = 1;
#pragma omp target nowait map(tofrom : x, y) depend(in : x) depend(out : y)
  y = x + 1;
#pragma omp target enter data map(to : y) nowait depend(inout : y)
#pragma omp target update to(y) nowait depend(inout : y)
#pragma omp target exit data map(from : y) nowait depend(inout : y)
#pragma omp task depend(in : y) shared(y, seen)
  seen = y;
#pragma omp target map(tofrom : y) depend(inout : y)
  y += 10;
  CHECK_EQUAL(y, 12);
#pragma omp taskwait depend(in : y)
#pragma omp taskwait
  CHECK_EQUAL(seen, 2);
}

static void in_groups(void) {
  int ran = 0;
#pragma omp taskgroup
  for (int i = 0; i < 200; i++) {
#pragma omp target nowait map(tofrom : ran)
    add(&ran, 1);
  }
  CHECK_EQUAL(ran, 200);
#pragma omp task final(1) shared(ran)
  {
    int before = load(&ran);
#pragma omp target nowait map(tofrom : ran)
    add(&ran, 1);
    CHECK_EQUAL(load(&ran), before + 1);  // included
  }
#pragma omp taskwait
  CHECK_EQUAL(ran, 201);
}

// The region's own constructs, and what it sees of the team around.
static void inside(void) {
  int sum = 0, teams = 0, tasks = 0, level = -1;
#pragma omp target teams distribute parallel for nowait map(tofrom : sum) reduction(+ : sum) num_teams(2)
  for (int i = 0; i < kN; i++) sum += i;
#pragma omp target teams nowait map(tofrom : teams) num_teams(3) thread_limit(2)
  if (omp_get_team_num() == 0) store(&teams, omp_get_num_teams());
#pragma omp target nowait map(tofrom : tasks, level)
  {
    level = omp_get_level();
    for (int i = 0; i < 20; i++) {
#pragma omp task shared(tasks)
      add(&tasks, 1);
    }
#pragma omp taskwait
  }
#pragma omp taskwait
  CHECK_EQUAL(sum, kN * (kN - 1) / 2);
  CHECK(teams >= 1 && teams <= 3);
  CHECK_EQUAL(tasks, 20);
  CHECK(level >= 0);
}

static int at_barrier;

static void all(void) {
  copies();
  ordered_by_depend();
  in_groups();
  inside();
}

int main(void) {
  for (int round = 0; round < 10; round++) {
    all();
#pragma omp parallel
    {
#pragma omp single
      {
        if (omp_get_num_threads() > 1) deferred();
        all();
      }
#pragma omp target nowait map(tofrom : at_barrier)
      add(&at_barrier, 1);
#pragma omp barrier
      CHECK_EQUAL(load(&at_barrier), omp_get_num_threads());
#pragma omp barrier
#pragma omp single
      at_barrier = 0;
    }
  }
  return check_result();
}
