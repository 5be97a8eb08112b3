// untied tasks: recursion with scheduling points everywhere, a generator of many tasks, untied and tied ones below one another.
#include <omp.h>

#include "check.h"

static long tree(int depth, int kind) {
  long left = 0, right = 0;
  if (!depth) return 1;
  if (kind % 2) {
#pragma omp task untied shared(left)
    left = tree(depth - 1, kind + 1);
  } else {
#pragma omp task shared(left)
    left = tree(depth - 1, kind + 1);
  }
#pragma omp taskyield
#pragma omp task untied shared(right) if (depth > 3)
  right = tree(depth - 1, kind);
#pragma omp taskyield
#pragma omp taskwait
  return left + right;
}

static int deepest(int depth) {
  int below = 0;
  if (!depth) return 0;
#pragma omp task untied shared(below)
  {
#pragma omp taskyield
    below = deepest(depth - 1);
  }
#pragma omp taskgroup
  {
#pragma omp task untied
    sched_yield();
  }
#pragma omp taskwait
  return below + 1;
}

static void generator(void) {
  int count = 0;
#pragma omp task untied shared(count)
  {
    int mine = 17;
    for (int i = 0; i < 20000; i++) {
#pragma omp task untied shared(count)
      add(&count, 1);
    }
#pragma omp taskwait
    CHECK_EQUAL(mine, 17);
    CHECK_EQUAL(load(&count), 20000);
  }
#pragma omp taskwait
  CHECK_EQUAL(count, 20000);
}

int main(void) {
  long leaves = 0;
  int depth = 0;
#pragma omp parallel
#pragma omp single
  {
    generator();
    leaves = tree(14, 1);
    depth = deepest(1000);
  }
  CHECK_EQUAL(leaves, 1 << 14);
  CHECK_EQUAL(depth, 1000);
  return check_result();
}
