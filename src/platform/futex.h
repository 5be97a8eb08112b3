// Sleeping on a 32-bit word inside the process. A wake-up may be spurious; the caller rechecks its condition.
#pragma once

#include <cstdint>

#include "platform/atomic.h"

namespace xomp::platform {

enum class WaitResult { woken_or_changed, timed_out };

// Sleeps while the word holds `expected`; returns at once if it does not. timeout_ns 0 = no limit.
// Keeps errno.
WaitResult futex_wait(atomic<std::uint32_t>& word, std::uint32_t expected, std::uint64_t timeout_ns = 0);

// Wakes at most `count` threads that sleep on the word. Keeps errno.
void futex_wake(atomic<std::uint32_t>& word, int count);

}  // namespace xomp::platform
