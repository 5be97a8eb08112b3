// OpenMP and fork(): regions, loops, tasks with dependences, priorities and groups, in the parent's threads, in the children and in theirs.
#include "forks.h"

#include "life/life.h"

static int fib(int n) {
  int a, b;
  if (n < 2) return n;
#pragma omp task shared(a)
  a = fib(n - 1);
  b = fib(n - 2);
#pragma omp taskwait
  return a + b;
}

static void work_with_dependences(void) {
  int chain = 0, sum = 0, urgent = 0;
  for (int i = 0; i < 20; ++i) {
#pragma omp task depend(inout : chain) shared(chain)
    chain = 2 * chain % 1009 + 1;
#pragma omp task depend(mutexinoutset : sum) shared(sum)
    sum += 3;
#pragma omp task priority(i) shared(urgent)
    add(&urgent, 1);
  }
#pragma omp taskwait
  int expected = 0;
  for (int i = 0; i < 20; ++i) expected = 2 * expected % 1009 + 1;
  CHECK_EQUAL(chain, expected);
  CHECK_EQUAL(sum, 60);
  CHECK_EQUAL(load(&urgent), 20);
}

static void work_in_order(void) {
  int last = -1, in_order = 1, copied = 0;
#pragma omp parallel num_threads(3) firstprivate(copied)
  {
#pragma omp for ordered schedule(dynamic, 1)
    for (int i = 0; i < 8; ++i) {
#pragma omp ordered
      {
        in_order &= last == i - 1;
        last = i;
      }
    }
#pragma omp single copyprivate(copied)
    copied = 7;
    CHECK_EQUAL(copied, 7);
  }
  CHECK(in_order && last == 7);
}

static void work(void) {
  CHECK_EQUAL(compute(), 0);
#pragma omp parallel num_threads(3)
#pragma omp single
  {
    CHECK_EQUAL(fib(8), 21);
    CHECK_EQUAL(tree_of_groups(4), 16);
    work_with_dependences();
  }
  work_in_order();
}

static void within_a_task(void (*body)(void)) {
  int others = 0, members = 0;
#pragma omp parallel num_threads(3)
#pragma omp single
  {
    for (int i = 0; i < 100; ++i) {
      if (i == 50) {
#pragma omp task
        body();
      }
#pragma omp task priority(i % 2) shared(others)
      {
        fib(3);
        add(&others, 1);
      }
#pragma omp task depend(mutexinoutset : members) shared(members)
      ++members;
    }
  }
  if (is_child) return;
  CHECK_EQUAL(load(&others), 100);
  CHECK_EQUAL(members, 100);
}

int main(void) { return run_forks(1); }
