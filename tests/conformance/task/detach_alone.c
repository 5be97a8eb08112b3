// detach in a team of one thread, and outside of every region: nobody else would start the task, so its body runs where
// it is created, before a parent goes on that never waits for it. The task still ends with its event.
// threads: 1
#include <omp.h>

#include "check.h"

static void nobody_waits(void) {
  int body = 0;
  omp_event_handle_t after;
#pragma omp task detach(after) shared(body)
  body = 1;
  CHECK_EQUAL(body, 1);
  omp_fulfill_event(after);
#pragma omp taskwait
}

static void fulfilled_in_its_body(void) {
  int body = 0;
  omp_event_handle_t before;
#pragma omp task detach(before) shared(body)
  {
    body = 1;
    omp_fulfill_event(before);
  }
  CHECK_EQUAL(body, 1);
#pragma omp taskwait
}

// Its children and what depends on it: run before taskwait returns, the successor not before the event.
static void with_relatives(void) {
  int child = 0, value = 0, order = 0;
  omp_event_handle_t tied_up;
#pragma omp task detach(tied_up) depend(out : value) shared(child, value)
  {
    value = 1;
#pragma omp task shared(child)
    child = 1;
  }
#pragma omp task depend(in : value) shared(value, order)
  {
    CHECK_EQUAL(value, 1);
    CHECK_EQUAL(order, 1);
    order = 2;
  }
  CHECK_EQUAL(value, 1);
  CHECK_EQUAL(order, 0);
  order = 1;
  omp_fulfill_event(tied_up);
#pragma omp taskwait
  CHECK_EQUAL(child, 1);
  CHECK_EQUAL(order, 2);
}

static void all(void) {
  for (int round = 0; round < 100; round++) {
    nobody_waits();
    fulfilled_in_its_body();
    with_relatives();
  }
}

int main(void) {
  all();
#pragma omp parallel num_threads(1)
  all();
#pragma omp parallel num_threads(1)
#pragma omp taskgroup
  all();
  return check_result();
}
