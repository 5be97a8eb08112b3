// membarrier(2). A process registers once. While it has one thread that takes half a microsecond; with more threads the kernel waits until
// every processor has switched to another thread, which took 8 to 25 ms. So it is done when the library is loaded, unless there are more
// threads by then; else at the first use.
#include "platform/fence.h"

#include <cerrno>
#include <linux/membarrier.h>
#include <sys/stat.h>
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

// The directory has a link for itself, one for its parent's entry, and one for each thread.
bool has_one_thread() {
  struct stat threads;
  return stat("/proc/self/task", &threads) == 0 && threads.st_nlink == 3;
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

bool prepare_heavy_fence() {
  if (const Support known = support.load(relaxed); known != Support::unknown) return known == Support::available;
  const int saved = errno;
  bool is_offered;
  if (has_one_thread()) {
    is_offered = register_process() == Support::available;
  } else {
    const long commands = syscall(SYS_membarrier, MEMBARRIER_CMD_QUERY, 0, 0);
    is_offered = commands > 0 && (commands & MEMBARRIER_CMD_PRIVATE_EXPEDITED) != 0;
  }
  errno = saved;
  return is_offered;
}

void forget_fence_support() { support.store(Support::unknown, relaxed); }  // one thread exists

}  // namespace xomp::platform
