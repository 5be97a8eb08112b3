// The futex system call; called by core/sleep, core/sync and core/barrier from any thread.
#include "platform/futex.h"

#include <cerrno>
#include <climits>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "platform/clock.h"

namespace xomp::platform {

static_assert(sizeof(atomic<std::uint32_t>) == 4 && atomic<std::uint32_t>::is_always_lock_free);

namespace {

timespec as_timespec(std::uint64_t ns) {
  return {static_cast<time_t>(ns / 1'000'000'000u), static_cast<long>(ns % 1'000'000'000u)};
}

}  // namespace

WaitResult futex_wait(atomic<std::uint32_t>& word, std::uint32_t expected, std::uint64_t timeout_ns, Sleepers as) {
  const int saved = errno;
  long rc;
  if (as == kAllSleepers) {
    const timespec limit = as_timespec(timeout_ns);
    rc = syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, expected, timeout_ns != 0 ? &limit : nullptr);
  } else {  // this operation takes a point in time
    const timespec limit = timeout_ns != 0 ? as_timespec(now_ns() + timeout_ns) : timespec{};
    rc =
        syscall(SYS_futex, &word, FUTEX_WAIT_BITSET_PRIVATE, expected, timeout_ns != 0 ? &limit : nullptr, nullptr, as);
  }
  const bool timed_out = rc != 0 && errno == ETIMEDOUT;
  errno = saved;
  return timed_out ? WaitResult::timed_out : WaitResult::woken_or_changed;
}

void futex_wake(atomic<std::uint32_t>& word, int count, Sleepers whom) {
  const int saved = errno;
  syscall(SYS_futex, &word, FUTEX_WAKE_BITSET_PRIVATE, count, nullptr, nullptr, whom);
  errno = saved;
}

}  // namespace xomp::platform
