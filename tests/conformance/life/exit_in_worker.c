// exit() by the last thread of a region, while the others compute; handlers run regions.
// exit: 3
#include "life.h"

static void at_exit(void) {
  alarm(kAlarm);
  if (compute() != 0) _exit(4);
}

int main(void) {
  atexit(at_exit);
  CHECK_EQUAL(compute(), 0);
  const int never = 0;
#pragma omp parallel
  {
    if (omp_get_thread_num() == omp_get_num_threads() - 1) exit(3);
    wait_for(&never, 1);
  }
  return check_result();
}
