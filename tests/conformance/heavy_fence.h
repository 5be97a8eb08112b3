// Whether the kernel has the heavy fence, without which no thread raids another one's tasks.
#ifndef HEAVY_FENCE_H
#define HEAVY_FENCE_H

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

static inline int has_heavy_fence(void) {
  const long commands = syscall(SYS_membarrier, MEMBARRIER_CMD_QUERY, 0, 0);
  return commands > 0 && (commands & MEMBARRIER_CMD_PRIVATE_EXPEDITED) != 0;
}

#endif
