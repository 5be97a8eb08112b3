// A word to sleep on until a condition elsewhere holds. A thread that makes the condition true calls notify_all() after it.
//
// EVENT-1: No wake-up is lost.
//   notifier: writes the condition, then notify_all()'s read-modify-write of the word.
//   sleeper:   sets the sleeping bit by a read-modify-write, then checks the condition again, then futex_wait.
//   Both read-modify-writes are on one word, so one comes first. If the notifier's does, the sleeper's acquire sees
//   the condition in its recheck. If the sleeper's does, the notifier sees the bit and wakes; a sleeper that has not
//   yet entered the kernel finds the word changed and returns.
#pragma once

#include <climits>
#include <cstdint>

#include "core/sleep/backoff.h"
#include "platform/atomic.h"
#include "platform/futex.h"

namespace xomp::sleep {

class EventCount {
 public:
  // Wakes all threads that wait for a condition that the caller has just made true. Any thread.
  void notify_all() {
    // [EVENT-1] Release publishes the condition. The addition changes the word, so that a thread about to sleep on it
    // does not.
    if (word_.fetch_add(kOne, acq_rel) & kSleeping) wake_sleepers();
  }

  // Changes the word and wakes one sleeper, or so many. They must find out by themselves what there is to do. Any
  // thread.
  void notify_one() { notify_some(1); }
  void notify_some(int sleepers) {
    word_.fetch_add(kOne, acq_rel);  // [EVENT-1]
    platform::futex_wake(word_, sleepers);
  }

  // Changes the word and wakes all that sleep as one of `whom`, and no others. Any thread.
  void notify_all_of(platform::Sleepers whom) {
    word_.fetch_add(kOne, acq_rel);  // [EVENT-1]
    platform::futex_wake(word_, INT_MAX, whom);
  }

  // For waits that do something else meanwhile: call announce() before the last check of the condition, then sleep().
  std::uint32_t announce() { return word_.fetch_or(kSleeping, acq_rel) | kSleeping; }  // [EVENT-1]
  platform::WaitResult sleep(std::uint32_t announced, std::uint64_t timeout_ns = 0,
                             platform::Sleepers as = platform::kAllSleepers) {
    return platform::futex_wait(word_, announced, timeout_ns, as);
  }

  // Returns when ready() is true. This thread calls ready() many times; it reads the condition with acquire. Any number
  // of threads may wait on one word.
  template <class Ready>
  void wait_until(WaitHistory& history, Ready&& ready) {
    if (ready()) return;
    Backoff backoff(history);
    while (!ready()) {
      if (backoff.step() != Step::sleep) continue;
      // [EVENT-1] The bit must be set before the recheck.
      const std::uint32_t seen = announce();
      if (ready()) break;
      platform::futex_wait(word_, seen);
    }
    backoff.finish();
  }

 private:
  static constexpr std::uint32_t kSleeping = 1;
  static constexpr std::uint32_t kOne = 2;

  [[gnu::cold]] void wake_sleepers() {
    word_.fetch_and(~kSleeping, relaxed);  // those that still wait set it again; EVENT-1's order is in the addition
    platform::futex_wake(word_, INT_MAX);
  }

  // Bit 0: a thread may sleep. Bits 1..31: number of notifications. Written by notifiers and sleepers.
  atomic<std::uint32_t> word_{0};
};

}  // namespace xomp::sleep
