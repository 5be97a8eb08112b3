// The futex system call; called by core/sleep, core/sync and core/barrier from any thread.
#include "platform/futex.h"

#include <cerrno>
#include <climits>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

namespace xomp::platform {

static_assert(sizeof(atomic<std::uint32_t>) == 4 && atomic<std::uint32_t>::is_always_lock_free);

WaitResult futex_wait(atomic<std::uint32_t>& word, std::uint32_t expected, std::uint64_t timeout_ns) {
  const int saved = errno;
  timespec limit{static_cast<time_t>(timeout_ns / 1'000'000'000u), static_cast<long>(timeout_ns % 1'000'000'000u)};
  const long rc = syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, expected, timeout_ns != 0 ? &limit : nullptr);
  const bool timed_out = rc != 0 && errno == ETIMEDOUT;
  errno = saved;
  return timed_out ? WaitResult::timed_out : WaitResult::woken_or_changed;
}

void futex_wake(atomic<std::uint32_t>& word, int count) {
  const int saved = errno;
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, count, nullptr, nullptr, 0);
  errno = saved;
}

}  // namespace xomp::platform
