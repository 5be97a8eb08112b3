// A second omp_fulfill_event for one event, also after the task has ended: one clear message.
// threads: 1 2
// runtimes: xomp
// exit: SIGABRT
// expect: omp_fulfill_event: the event was fulfilled before
#include <omp.h>

int main(void) {
  int body = 0;
#pragma omp parallel
#pragma omp single
  {
    omp_event_handle_t event;
#pragma omp task detach(event) shared(body)
    body = 1;
    omp_fulfill_event(event);
#pragma omp taskwait
    omp_fulfill_event(event);
  }
  return !body;
}
