// mutexinoutset: one at a time in any order; inoutset: together, after and before the others; depobj; iterators.
#include <omp.h>

#include "check.h"

static void exclusive(void) {
  int value = 0, inside = 0, sum = 0;
#pragma omp task depend(out : value) shared(value)
  value = 10;
  for (int i = 0; i < 50; i++) {
#pragma omp task depend(mutexinoutset : value) shared(value, inside, sum)
    {
      CHECK_EQUAL(add(&inside, 1), 1);
      sched_yield();  // whoever can come in does so now
      value++;
      sum += value;
      CHECK_EQUAL(add(&inside, -1), 0);
    }
  }
#pragma omp task depend(in : value) shared(value)
  CHECK_EQUAL(value, 60);
#pragma omp taskwait
  CHECK_EQUAL(value, 60);
}

static void count(int* counter) {
  const int seen = *counter;
  sched_yield();
  *counter = seen + 1;
}

static void two_exclusive(void) {
  int a = 0, b = 0;
  for (int i = 0; i < 100; i++) {
    if (i % 3 == 0) {
#pragma omp task depend(mutexinoutset : a, b) shared(a, b)
      count(&a), count(&b);
    } else if (i % 3 == 1) {
#pragma omp task depend(mutexinoutset : a) shared(a)
      count(&a);
    } else {
#pragma omp task depend(mutexinoutset : b) shared(b)
      count(&b);
    }
  }
#pragma omp taskwait
  CHECK_EQUAL(a, 67);
  CHECK_EQUAL(b, 67);
}

#if defined __clang__ || __GNUC__ >= 13
static void sets(void) {
  int value = 0, members = 0;
#pragma omp task depend(out : value) shared(value)
  value = 1;
  for (int i = 0; i < 10; i++) {
#pragma omp task depend(inoutset : value) shared(value, members)
    {
      CHECK_EQUAL(value, 1);
      sched_yield();
      add(&members, 1);
    }
  }
  for (int i = 0; i < 3; i++) {
#pragma omp task depend(in : value) shared(members)
    CHECK_EQUAL(load(&members), 10);
  }
#pragma omp task depend(inoutset : value) shared(members)
  CHECK_EQUAL(load(&members), 10);
#pragma omp task depend(inout : value) shared(value, members)
  {
    CHECK_EQUAL(load(&members), 10);
    value = 2;
  }
#pragma omp task depend(inoutset : value) shared(value)
  CHECK_EQUAL(value, 2);
#pragma omp taskwait
}

#else
static void sets(void) {}
#endif

static void objects(void) {
  int value = 0;
  omp_depend_t object;
#pragma omp depobj(object) depend(inout : value)
  for (int i = 0; i < 50; i++) {
#pragma omp task depend(depobj : object) shared(value)
    {
      CHECK_EQUAL(value, i);
      value++;
    }
  }
#pragma omp depobj(object) update(in)
#pragma omp task depend(depobj : object) shared(value)
  CHECK_EQUAL(value, 50);
#pragma omp taskwait
#pragma omp depobj(object) destroy
}

static void iterated(void) {
  int array[20] = {0}, n = 20;
  for (int i = 0; i < n; i++) {
#pragma omp task depend(out : array[i]) shared(array)
    array[i] = i;
  }
#pragma omp task depend(iterator(j = 0 : n), in : array[j]) shared(array)
  for (int i = 0; i < n; i++) CHECK_EQUAL(array[i], i);
#pragma omp task depend(iterator(j = 0 : n : 2), inout : array[j]) shared(array)
  for (int i = 0; i < n; i += 2) array[i] += 100;
#pragma omp task depend(in : array[4]) shared(array)
  CHECK_EQUAL(array[4], 104);
#pragma omp taskwait
}

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 20; round++) {
    exclusive();
    two_exclusive();
    sets();
    objects();
    iterated();
  }
  return check_result();
}
