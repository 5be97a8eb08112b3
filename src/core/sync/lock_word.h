// A lock in 32 bits: omp_lock_t and critical are made of it. Any thread. It is unfair on
// purpose: a running thread may take a free lock before one that was woken for it, so that a contended lock is handed
// over without a context switch each time. PROTOCOL.md shows that no sleeper is forgotten.
#pragma once

#include <cstdint>

#include "platform/atomic.h"
#include "platform/cpu.h"

namespace xomp::sync {

// The identity of a lock's holder, where that matters: 1 to 2^31-1.
using Owner = std::uint32_t;

//   bit 31        : some thread may sleep on the word
//   bits 30 .. 0  : the owner; 0 = free. All zero is a free lock, so zeroed memory is one.
class LockWord {
 public:
  // Of locks whose owner only a debugger looks up (tools/gdb): it finds the thread by its mark.
  static Owner this_thread() { return platform::thread_mark(); }

  constexpr LockWord() = default;

  void lock(Owner owner = this_thread()) {
    if (!try_lock_free(owner)) [[unlikely]]
      lock_contended(owner);
  }

  // As lock(), for a lock under which the program's code runs, for as long as that takes. A thread that has waited for long
  // calls while_blocked.
  void lock_in_program(Owner owner = this_thread()) {
    if (!try_lock_free(owner)) [[unlikely]]
      lock_contended_in_program(owner);
  }

  // Looks before it writes, because programs poll with it, and a failing read-modify-write would disturb the holder.
  bool try_lock(Owner owner = this_thread()) {
    return word_.load(relaxed) == 0 && try_lock_free(owner);  // hint, rechecked by the compare-exchange
  }

  void unlock() {
    // [LOCK-1] the next holder sees what was written under the lock; [LOCK-2] the sleeping
    // bit is taken away with the lock
    if (word_.exchange(0, release) & kSleeping) [[unlikely]]
      notify_one();
  }

  // A hint.
  bool looks_free() const { return word_.load(relaxed) == 0; }

  // The result is reliable about the caller itself only, because no other thread writes the caller's identity.
  bool is_held_by(Owner owner) const { return (word_.load(relaxed) & ~kSleeping) == owner; }

 private:
  static constexpr std::uint32_t kSleeping = 0x8000'0000u;

  bool try_lock_free(Owner owner) {
    std::uint32_t free = 0;
    return word_.compare_exchange_strong(free, owner, acquire, relaxed);  // [LOCK-1]
  }

  void lock_contended(Owner owner);
  void lock_contended_in_program(Owner owner);
  class Asking;
  bool try_lock_while_spinning(Owner owner, Asking& asking);
  bool try_lock_for(std::uint64_t spin_ns, Owner owner, Asking& asking);
  template <class Sleep>
  void lock_asleep(Owner owner, Sleep&& sleep);
  void notify_one();

  atomic<std::uint32_t> word_{0};
};

// What a thread does that has waited for a lock of the program's for so long. It may have tasks that others could run, or it
// may be the only thread that can go on with the task that holds the lock. Returns how long the thread shall sleep before it
// asks again; 0 = until it is woken. Written once, before the first region; nullptr before.
using WhileBlocked = std::uint64_t (*)(const LockWord& lock, std::uint64_t slept_ns);
extern constinit atomic<WhileBlocked> while_blocked;

static_assert(sizeof(LockWord) == 4, "gcc's omp_lock_t has four bytes");

}  // namespace xomp::sync
