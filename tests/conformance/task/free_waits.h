// For programs whose waits leave their thread free.
#pragma once
#include <omp.h>

#include "check.h"

// A task that waits has a child on the other thread. This child ends only after the function `meanwhile`, which the waiting
// thread calls in a task that does not descend from the one that waits.
static void run_beside_a_wait(void (*meanwhile)(void)) {
  int started = 0, released = 0, token = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    omp_event_handle_t event;
#pragma omp task detach(event) depend(out : token)
    {}
#pragma omp task depend(in : token) shared(released)
    {
      meanwhile();
      store(&released, 1);
    }
#pragma omp task untied shared(started, released) firstprivate(event)
    {
      const int both = omp_get_num_threads() == 2;
#pragma omp task shared(started, released) firstprivate(event)
      {
        store(&started, 1);
        omp_fulfill_event(event);
        while (both && !load(&released)) sched_yield();
      }
      while (both && !load(&started)) sched_yield();
#pragma omp taskwait
    }
  }
  CHECK_EQUAL(released, 1);
}
