// A thread whose waiting tasks are all untied runs any task meanwhile, and each wait goes on on its own thread.
#include "free_waits.h"

static void nothing(void) {}

static void unrelated_work(void) {
  for (int round = 0; round < 50; round++) run_beside_a_wait(nothing);
}

static _Thread_local int own;

static long tree(unsigned seed, int depth) {
  long below[4] = {0, 0, 0, 0};
  if (depth == 0) return 1;
  int number = omp_get_thread_num();
  int* const address = &own;
  for (int i = 0; i < 4; i++) {
    unsigned next = seed * 1103515245u + 12345u + (unsigned)i * 40503u;
    int shorter = (next >> 16) % 3 == 0 ? depth - 1 : depth - 2 > 0 ? depth - 2 : 0;
    if ((next >> 20) % 4 == 0) {
#pragma omp task shared(below)
      below[i] = tree(next, shorter);
    } else {
#pragma omp task untied shared(below)
      below[i] = tree(next, shorter);
    }
  }
#pragma omp taskwait
  CHECK_EQUAL(omp_get_thread_num(), number);
  CHECK(address == &own);
  return below[0] + below[1] + below[2] + below[3];
}

// Trees of untied and tied tasks, from one thread and from each; groups instead of waits for children.
static void trees(void) {
  long alone = 0;
#pragma omp parallel num_threads(1)
#pragma omp single
  alone = tree(1, 8);
  for (int threads = 2; threads <= 8; threads *= 2) {
    long sum = 0;
#pragma omp parallel num_threads(threads)
#pragma omp single
    {
#pragma omp task untied shared(sum)
      sum = tree(1, 8);
#pragma omp taskgroup
      {
#pragma omp task untied
        CHECK_EQUAL(tree(1, 8), alone);
      }
    }
    CHECK_EQUAL(sum, alone);
    int right = 0, all = 0;
#pragma omp parallel num_threads(threads) shared(right)
    {
#pragma omp single nowait
      all = omp_get_num_threads();
#pragma omp task untied shared(right)
      if (tree(1, 7) > 0) add(&right, 1);
#pragma omp taskwait
    }
    CHECK_EQUAL(right, all);
  }
}

// Thousands of waits at once.
static int chain(int length) {
  int rest = 0;
  if (length == 0) return 0;
#pragma omp task untied shared(rest)
  rest = chain(length - 1);
#pragma omp task untied
  sched_yield();
#pragma omp taskwait
  return rest + 1;
}

int main(void) {
  unrelated_work();
  trees();
  for (int threads = 1; threads <= 4; threads += 3) {
    int length = 0;
#pragma omp parallel num_threads(threads)
#pragma omp single
    length = chain(10000);
    CHECK_EQUAL(length, 10000);
  }
  return check_result();
}
