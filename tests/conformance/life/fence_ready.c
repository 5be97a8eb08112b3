// The heavy fence is ready when main() begins: to get it ready later, when there are threads, takes the kernel some 20 ms.
// runtimes: xomp
// threads: 1
#include "check.h"
#include "heavy_fence.h"

int main(void) {
  if (!has_heavy_fence()) return 0;
  CHECK(syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) == 0);
  return check_result();
}
