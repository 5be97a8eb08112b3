// final: the task itself may wait for a thread like any other; what is created in it runs at once.
#include <omp.h>

#include "check.h"

// In a final task, at depth `depth` below it.
static void descend(int depth, int* count) {
  const int me = omp_get_thread_num();
  CHECK(omp_in_final());
  add(count, 1);
  if (depth == 0) return;
  for (int i = 0; i < 2; i++) {
    int ended = 0;
#pragma omp task shared(ended)
    {
      CHECK_EQUAL(omp_get_thread_num(), me);
      descend(depth - 1, count);
      ended = 1;
    }
    CHECK_EQUAL(ended, 1);
  }
}

int main(void) {
  int count = 0, value = 0, seen = -1, iterations = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  {
    for (int i = 0; i < 20; i++) {
#pragma omp task final(1) shared(count)
      descend(3, &count);
    }
#pragma omp taskloop final(1) grainsize(1) shared(iterations)
    for (int i = 0; i < 100; i++) {
      CHECK(omp_in_final());
      add(&iterations, 1);
    }
#pragma omp taskwait
    CHECK_EQUAL(load(&count), 20 * 15);
    CHECK_EQUAL(load(&iterations), 100);
  }
  // Its creator goes on, to bring about what the task waits for.
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    omp_event_handle_t event;
#pragma omp task detach(event) depend(out : value) shared(value)
    value = 7;
#pragma omp task final(1) depend(in : value) shared(value, seen)
    seen = value;
    omp_fulfill_event(event);
#pragma omp taskwait
    CHECK_EQUAL(seen, 7);
  }
  return check_result();
}
