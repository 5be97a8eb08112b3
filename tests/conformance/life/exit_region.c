// Regions in handlers of exit(), in destructors, after main has returned.
#include "life.h"

static void at_exit(void) {
  if (compute() != 0) _exit(3);
}

__attribute__((destructor)) static void destructor(void) {
  if (compute() != 0) _exit(4);
}

__attribute__((constructor)) static void constructor(void) {
  if (compute() != 0) _exit(5);
}

int main(void) {
  atexit(at_exit);
  CHECK_EQUAL(compute(), 0);
  return check_result();
}
