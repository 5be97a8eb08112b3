// exit() from inside a task, while tasks are queued and others run; handlers run regions.
// exit: 3
#include "life.h"

static void at_exit(void) {
  alarm(kAlarm);
  if (compute() != 0) _exit(4);
}

int main(void) {
  atexit(at_exit);
  int ran = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 1000; ++i) {
#pragma omp task
    if (add(&ran, 1) == 500) exit(3);
  }
  return check_result();
}
