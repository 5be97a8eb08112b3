// omp_fulfill_event for a handle that no task construct has set: one clear message.
// threads: 1
// runtimes: xomp
// exit: SIGABRT
// expect: omp_fulfill_event: there is no such event
#include <omp.h>

int main(void) {
  omp_fulfill_event((omp_event_handle_t)0x123456789abcdef0);
  return 0;
}
