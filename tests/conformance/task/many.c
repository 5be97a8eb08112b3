// A million tasks from one producer, while the others run them: the memory stays small.
// limit: as=4G
#include <omp.h>
#include <sys/resource.h>

#include "check.h"

int main(void) {
  int count = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 1000000; i++) {
#pragma omp task shared(count)
    add(&count, 1);
  }
  CHECK_EQUAL(count, 1000000);
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  CHECK(usage.ru_maxrss < 1000000);
  return check_result();
}
