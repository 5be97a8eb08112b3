// The heavy fence is ready when main() begins: to get it ready later, when there are threads, takes the kernel some 20 ms.
// runtimes: xomp
// threads: 1
#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../check.h"

int main(void) {
  const long commands = syscall(SYS_membarrier, MEMBARRIER_CMD_QUERY, 0, 0);
  if (commands < 0 || !(commands & MEMBARRIER_CMD_PRIVATE_EXPEDITED)) return 0;
  CHECK(syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) == 0);
  return check_result();
}
