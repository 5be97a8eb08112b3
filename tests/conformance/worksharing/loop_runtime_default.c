// schedule(runtime) that nobody has chosen: dynamic,1 in gcc's code and static in clang's, as with their own libraries.
// threads: 2 3
#include <omp.h>

#include "check.h"

enum { kIterations = 60 };

int main(void) {
  int thread_of[kIterations], done = 0;
#pragma omp parallel for schedule(runtime)
  for (int i = 0; i < kIterations; i++) {
    thread_of[i] = omp_get_thread_num();
#ifndef __clang__
    if (i == 0) wait_for(&done, kIterations - 1);  // the other threads have all the others
#endif
    add(&done, 1);
  }
  CHECK_EQUAL(done, kIterations);
#ifdef __clang__
  for (int i = 0; i < kIterations; i++) CHECK_EQUAL(thread_of[i], i / (kIterations / omp_get_max_threads()));
#endif
  return check_result();
}
