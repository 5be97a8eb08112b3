// A stack size that the system cannot give: one warning, right results.
// runtimes: xomp
// threads: 4
// env: OMP_STACKSIZE=200T
// expect: xomp: warning: [^\n]*\n\Z
#include "life.h"

int main(void) {
  CHECK_EQUAL(compute(), 0);
  CHECK_EQUAL(compute(), 0);
  return check_result();
}
