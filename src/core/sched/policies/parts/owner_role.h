// Says which thread may take from a thread's queues. That is the thread itself, by two plain stores and a load each
// time. In an emergency it is another thread, a raider, which pays for both with a heavy fence. It is for queues that
// have one consumer at a time (XQueue): their thread may wait for a lock that a waiting thread holds, and then their
// tasks must not be stranded.
//
// ROLE-1: owner and raider are never both inside (asymmetric Dekker, as DEQUE-3).
//   owner:  inside_.store(true), light fence, raider_.load: goes on only if there is none.
//   raider: raider_ from 0 to its number, heavy fence, inside_.load: goes on only if false.
//   The heavy fence falls before or after the owner's light one. Before: the owner's load sees the raider. After: the
//   raider's load sees the owner inside, or out again.
// ROLE-2: the next thread inside sees what the last one did: inside_ and raider_ are cleared by release and read by
//   acquire.
#pragma once

#include <cstdint>

#include "platform/atomic.h"
#include "platform/cpu.h"
#include "platform/fence.h"

namespace xomp::sched {

class OwnerRole {
 public:
  // --- owner ---

  // Returns false if a raider is there. It never waits.
  bool try_enter() {
    inside_.store(true, relaxed);  // [ROLE-1]
    platform::fence_light();       // [ROLE-1]
    if (raider_.load(acquire) == 0) [[likely]]
      return true;  // [ROLE-1] [ROLE-2]
    leave();
    return false;
  }
  void leave() { inside_.store(false, release); }  // [ROLE-2]
  // Called when the owner comes for a task, so that raiders leave alone a queue whose owner still comes.
  void note_look() { looks_.store(looks_.load(relaxed) + 1, relaxed); }

  // --- raider: one at a time ---

  // A raider has a number of its own, not 0. It calls announce_raid(), passes a heavy fence, calls may_raid(), and in
  // any case end_raid(). Returns false if another raider is there.
  bool announce_raid(std::int32_t raider) {
    std::int32_t nobody = 0;
    return raider_.compare_exchange_strong(nobody, raider, acquire, relaxed);  // [ROLE-1] [ROLE-2]
  }
  bool is_announced_by(std::int32_t raider) const { return raider_.load(relaxed) == raider; }  // own store
  bool may_raid() const { return !inside_.load(acquire); }                                     // [ROLE-1] [ROLE-2]
  void end_raid() { raider_.store(0, release); }                                               // [ROLE-2]
  // Says whether the owner has not come for a task since the last call.
  bool is_deserted() {
    const std::uint32_t now = looks_.load(relaxed);  // a guess, as looks_seen_: what follows is right in any case
    if (now == looks_seen_.load(relaxed)) return true;
    looks_seen_.store(now, relaxed);
    return false;
  }

  // For fork()'s child: no other thread exists, so nobody is inside.
  void reset() {
    inside_.store(false, relaxed);
    raider_.store(0, relaxed);
  }

 private:
  alignas(platform::cache_line) atomic<bool> inside_{false};  // written by the owner
  atomic<std::uint32_t> looks_{0};                            // written by the owner
  atomic<std::int32_t> raider_{0};                            // written by the raider: its number
  atomic<std::uint32_t> looks_seen_{~std::uint32_t{0}};       // written by raiders
};

// A scope in which the thread has the role of its queues' owner, unless a raider has it.
class InRole {
 public:
  explicit InRole(OwnerRole& role) : role_(role.try_enter() ? &role : nullptr) {}
  ~InRole() {
    if (role_ != nullptr) role_->leave();
  }
  InRole(const InRole&) = delete;
  InRole& operator=(const InRole&) = delete;
  explicit operator bool() const { return role_ != nullptr; }

 private:
  OwnerRole* role_;
};

}  // namespace xomp::sched
