// taskgroup waits for descendants, taskwait for children only; nested groups; a group within a task.
#include <omp.h>

#include "check.h"

static void descend(int depth, int* count) {
  if (!depth) return;
  add(count, 1);
#pragma omp task
  descend(depth - 1, count);
#pragma omp task
  descend(depth - 1, count);
}

int main(void) {
#pragma omp parallel
  {
    for (int round = 0; round < 50; round++) {
      int count = 0, inner = 0;
#pragma omp taskgroup
      {
        descend(6, &count);
#pragma omp taskgroup
        descend(5, &inner);
        CHECK_EQUAL(load(&inner), 31);
      }
      CHECK_EQUAL(load(&count), 63);
    }
#pragma omp single
    {
      int outside = 0;
      for (int i = 0; i < 20; i++) {
#pragma omp task shared(outside)
        {
          int mine = 0;
#pragma omp taskgroup
          descend(4, &mine);
          CHECK_EQUAL(load(&mine), 15);
          add(&outside, 1);
        }
      }
#pragma omp taskwait
      CHECK_EQUAL(load(&outside), 20);
    }
  }
  return check_result();
}
