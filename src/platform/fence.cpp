// membarrier(2): registered at the first use of a process.
#include "platform/fence.h"

#include <cerrno>
#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace xomp::platform {

namespace {

enum class Support : int { unknown, available, missing };
atomic<Support> support{Support::unknown};

Support register_process() {
  const long rc = syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0);
  const Support found = rc == 0 ? Support::available : Support::missing;
  support.store(found, relaxed);  // relaxed: every thread finds the same; registering twice is harmless
  return found;
}

}  // namespace

bool fence_heavy() {
  const int saved = errno;
  Support s = support.load(relaxed);  // see register_process
  if (s == Support::unknown) s = register_process();
  if (s == Support::available) note_heavy_fence();
  const bool done = s == Support::available && syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) == 0;
  errno = saved;
  return done;
}

bool offers_heavy_fence() {
  const int saved = errno;
  const long commands = syscall(SYS_membarrier, MEMBARRIER_CMD_QUERY, 0, 0);
  errno = saved;
  return commands > 0 && (commands & MEMBARRIER_CMD_PRIVATE_EXPEDITED) != 0;
}

void forget_fence_support() { support.store(Support::unknown, relaxed); }  // one thread exists

}  // namespace xomp::platform
