// Who may take from a thread's queues: the thread itself, by two plain stores and a load each time, and in an emergency
// another one, a raider, which pays for both with a heavy fence. For queues that have one consumer at a time (XQueue)
// in a program whose tasks must not be stranded there: their thread may stand in a lock that a waiting thread holds.
//
// ROLE-1: owner and raider are never both inside (asymmetric Dekker, as DEQUE-3).
//   owner:  inside_.store(true), light fence, raider_.load: goes on only if there is none.
//   raider: raider_.store(true), heavy fence, inside_.load: goes on only if false.
//   The heavy fence falls before or after the owner's light one. Before: the owner's load sees the raider. After: the
//   raider's load sees the owner inside, or out again.
// ROLE-2: what one did inside, the next one sees: inside_ and raider_ are cleared by release and read by acquire.
#pragma once

#include "platform/atomic.h"
#include "platform/cpu.h"
#include "platform/fence.h"

namespace xomp::sched {

class OwnerRole {
 public:
  // --- owner ---

  // False: a raider is there. Never waits.
  bool try_enter() {
    inside_.store(true, relaxed);  // [ROLE-1]
    platform::fence_light();       // [ROLE-1]
    if (!raider_.load(acquire)) [[likely]]
      return true;  // [ROLE-1] [ROLE-2]
    leave();
    return false;
  }
  void leave() { inside_.store(false, release); }  // [ROLE-2]

  // --- raider: one at a time ---

  // Then a heavy fence; then may_raid(); end_raid() in any case.
  void announce_raid() { raider_.store(true, relaxed); }    // [ROLE-1]
  bool may_raid() const { return !inside_.load(acquire); }  // [ROLE-1] [ROLE-2]
  void end_raid() { raider_.store(false, release); }        // [ROLE-2]

  // fork()'s child: nobody else exists.
  void reset() {
    inside_.store(false, relaxed);
    raider_.store(false, relaxed);
  }

 private:
  alignas(platform::cache_line) atomic<bool> inside_{false};  // written by the owner
  atomic<bool> raider_{false};                                // written by the raider
};

}  // namespace xomp::sched
