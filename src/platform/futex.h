// Sleeping on a 32-bit word inside the process. A wake-up may be spurious; the caller rechecks its condition.
#pragma once

#include <cstdint>

#include "platform/atomic.h"

namespace xomp::platform {

enum class WaitResult { woken_or_changed, timed_out };

// Groups of the threads that sleep on one word: one bit for each group.
using Sleepers = std::uint32_t;
inline constexpr Sleepers kAllSleepers = 0xffff'ffff;

// Sleeps while the word holds `expected`; returns at once if it does not. timeout_ns 0 = no limit. `as`:
// the caller's group. Keeps errno.
WaitResult futex_wait(atomic<std::uint32_t>& word, std::uint32_t expected, std::uint64_t timeout_ns = 0,
                      Sleepers as = kAllSleepers);

// Wakes at most `count` of the threads that sleep on the word and have a bit in common with `whom`. Keeps errno.
void futex_wake(atomic<std::uint32_t>& word, int count, Sleepers whom = kAllSleepers);

}  // namespace xomp::platform
