// The library's side: orphaned constructs, run in whatever region its caller has.
#include "other.h"

#include <omp.h>

#include "check.h"

static int of_thread = 100;
#pragma omp threadprivate(of_thread)

int other_thread_number(void) { return omp_get_thread_num(); }
int other_team_size(void) { return omp_get_num_threads(); }
int* other_threadprivate(void) { return &of_thread; }

int other_region(int threads) {
  int count = 0;
#pragma omp parallel num_threads(threads) reduction(+ : count)
  count += 1;
  return count;
}

long other_tasks(int n) {
  long a, b;
  if (n < 2) return n;
#pragma omp task shared(a)
  a = other_tasks(n - 1);
#pragma omp task shared(b)
  b = other_tasks(n - 2);
#pragma omp taskwait
  return a + b;
}

long other_grouped(int n) {
  int done = 0;
#pragma omp taskgroup
  for (int i = 0; i < n; i++) {
#pragma omp task shared(done)
    {
#pragma omp task shared(done)
      add(&done, 1);
    }
  }
  return done;
}

void other_loop(int* visits, int n) {
#pragma omp for
  for (int i = 0; i < n; i++) add(&visits[i], 1);
}

void other_dynamic_loop(int* visits, int n) {
#pragma omp for schedule(dynamic, 3)
  for (int i = 0; i < n; i++) add(&visits[i], 1);
}

void other_single(int* count) {
#pragma omp single
  add(count, 1);
}

void other_sections(int* count) {
#pragma omp sections
  {
    add(count, 1);
#pragma omp section
    add(count, 1);
#pragma omp section
    add(count, 1);
  }
}

void other_add_in_critical(long* total) {
#pragma omp critical(counted)
  *total += 1;
}

void other_add_unnamed(long* total) {
#pragma omp critical
  *total += 1;
}

void other_barrier(void) {
#pragma omp barrier
}

void other_depend(int* value, int out) {
#pragma omp task depend(inout : *value)
  {
    CHECK_EQUAL(*value, out - 1);
    *value = out;
  }
}

void other_spawn(int* count, int n) {
  for (int i = 0; i < n; i++) {
#pragma omp task
    add(count, 1);
  }
}

long other_reduction(int n) {
  static long sum;
#pragma omp single
  sum = 0;
#pragma omp for reduction(+ : sum)
  for (int i = 0; i < n; i++) sum += i;
  return sum;
}

void other_ordered(int i, int* next) {
#pragma omp ordered
  {
    CHECK_EQUAL(*next, i);
    *next = i + 1;
  }
}
