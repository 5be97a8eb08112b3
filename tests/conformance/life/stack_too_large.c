// A stack size that the system cannot give: one warning, right results.
// runtimes: xomp
// threads: 4
// env: OMP_STACKSIZE=16G
// limit: as=8G
// expect: \Axomp: warning: the system allows no more threads with stacks of 16777216 KiB \(OMP_STACKSIZE\): a team of 4 gets 1 \(a limit holds its address space to 8388608 KiB, ulimit -v\)\n\Z
#include "life.h"

int main(void) {
  CHECK_EQUAL(compute(), 0);
  CHECK_EQUAL(compute(), 0);
  return check_result();
}
