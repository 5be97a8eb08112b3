// A thread waits in a tied task T and goes on with an older untied task W, whose wait is over. What W makes then does not descend
// from T, nor from T's parent P. So the thread that waits in P must not run it.
// threads: 4
#include <omp.h>

#include "check.h"

static int begun_w, begun_c, begun_t, begun_u, ends_c, n_begun, n_done, over, p_waits, thread_of_p, broken;

static void wait_briefly(const int* word) {
  const double end = omp_get_wtime() + 0.05;
  while (!load(word) && omp_get_wtime() < end) sched_yield();
}

static void resumed(void) {
#pragma omp task
  {
    if (load(&p_waits) && omp_get_thread_num() == load(&thread_of_p)) add(&broken, 1);
    store(&n_begun, 1);
    add(&n_done, 1);
  }
  wait_briefly(&n_begun);  // as long as others have for the fault
  store(&over, 1);
}

// W, with a child that holds up its wait and then keeps its thread busy.
static void wait_untied(void) {
  store(&begun_w, 1);
#pragma omp task
  {
    store(&begun_c, 1);
    wait_for(&ends_c, 1);
#pragma omp task
    {
      wait_briefly(&over);
    }
  }
  wait_for(&begun_c, 1);
#pragma omp taskwait
  resumed();
}

// T, in whose wait the thread goes on with W: its child U is under way elsewhere.
static void wait_tied(void) {
  store(&begun_t, 1);
#pragma omp task
  {
    store(&begun_u, 1);
    store(&ends_c, 1);
    wait_briefly(&over);  // where this is W's thread, nobody else goes on with W
  }
  wait_for(&begun_u, 1);
#pragma omp taskwait
}

int main(void) {
  for (int round = 0; round < 20; round++) {
    begun_w = begun_c = begun_t = begun_u = ends_c = n_begun = over = p_waits = 0;
    n_done = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
    {
#pragma omp task untied
      wait_untied();
      wait_for(&begun_c, 1);
#pragma omp task if (0)
      {
        store(&thread_of_p, omp_get_thread_num());
#pragma omp task
        wait_tied();
        wait_for(&begun_t, 1);
        store(&p_waits, 1);
#pragma omp taskwait
        store(&p_waits, 0);
      }
    }
    CHECK_EQUAL(n_done, 1);
  }
  CHECK_EQUAL(broken, 0);
  return check_result();
}
