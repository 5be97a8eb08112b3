// A worker's segmentation fault without a handler ends the process by SIGSEGV.
// exit: SIGSEGV
// threads: 1 2 8
#include "life.h"

static volatile char* const nowhere = (volatile char*)16;

int main(void) {
  const int never = 0;
#pragma omp parallel
  {
    if (omp_get_thread_num() == omp_get_num_threads() - 1) *nowhere = 1;
    wait_for(&never, 1);
  }
  return check_result();
}
