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

// A task holds a lock over its wait. Its thread takes another task meanwhile, which wants the lock: it goes back to the first.
static void lock_held_over_a_wait(void) {
  omp_lock_t lock;
  omp_init_lock(&lock);
  for (int round = 0; round < 20; round++) {
    int holds = 0, child_begun = 0, wanted = 0, sum = 0;
#pragma omp parallel num_threads(3)
#pragma omp single
    {
      const int all = omp_get_num_threads() == 3;
#pragma omp task untied shared(lock, holds, child_begun, wanted, sum)
      {
        omp_set_lock(&lock);
#pragma omp task shared(child_begun, wanted)
        {
          store(&child_begun, 1);
          while (all && !load(&wanted)) sched_yield();
        }
        while (all && !load(&child_begun)) sched_yield();
        store(&holds, 1);
#pragma omp taskwait
        add(&sum, 1);
        omp_unset_lock(&lock);
      }
      while (all && !load(&holds)) sched_yield();
      if (round % 2 == 0) {
#pragma omp task shared(lock, wanted, sum)
        {
          store(&wanted, 1);
          omp_set_lock(&lock);
          add(&sum, 1);
          omp_unset_lock(&lock);
        }
      } else {
#pragma omp task untied shared(lock, wanted, sum)
        {
          store(&wanted, 1);
          omp_set_lock(&lock);
          add(&sum, 1);
          omp_unset_lock(&lock);
        }
      }
      while (all && !load(&wanted)) sched_yield();
    }
    CHECK_EQUAL(sum, 2);
  }
  omp_destroy_lock(&lock);
}

int main(void) {
  lock_held_over_a_wait();
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
