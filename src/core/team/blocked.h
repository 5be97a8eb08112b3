// What a thread does that waits long for a lock of the program's. On that thread, in its wait (core/sync/lock_word.h).
#pragma once

#include <cstdint>

namespace xomp::sync {
class LockWord;
}  // namespace xomp::sync

namespace xomp::team {

// A sync::WhileBlocked.
std::uint64_t while_blocked(const sync::LockWord& lock, std::uint64_t slept_ns);

}  // namespace xomp::team
