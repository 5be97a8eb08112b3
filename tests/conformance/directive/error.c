// error at(execution): a warning lets the program go on, fatal ends it.
// exit: nonzero
// expect: take care
// expect: this is the end
#include <omp.h>

#include "check.h"

int main(void) {
#pragma omp error at(execution) severity(warning) message("take care")
  puts("between");
#pragma omp error at(execution) severity(fatal) message("this is the end")
  puts("never");
  return 0;
}
