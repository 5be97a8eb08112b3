// How a primary thread starts a region on the threads that its team keeps: one word with the region's number and size.
//
// REGION-1: bit 0: a waiting thread may sleep; bits 1..15: threads in the region; bits 16..31: number of the region.
//   start(): the primary writes the region's description, then the word by an exchange (acq_rel).
//   wait:    a thread loads the word (acquire) until the number changes; it takes part if its number is below the size,
//            and only then may it read the description: the primary waits for all that take part before it writes the
//            next one, and does not wait for the others.
//   sleep:   sets bit 0 by compare-and-swap on the word it has seen; the exchange returns it, so the wake-up is not lost.
//   A thread that misses 2^16 regions did not take part in any of them.
#pragma once

#include <climits>
#include <cstdint>

#include "core/sleep/patience.h"
#include "platform/atomic.h"
#include "platform/futex.h"

namespace xomp::team {

inline constexpr int kMaxTeamSize = 32767;

class RegionWord {
 public:
  struct Seen {
    std::uint32_t word;
    std::uint32_t number() const { return word >> 16; }
    int size() const { return static_cast<int>(word >> 1 & 0x7fff); }
  };
  Seen look() const { return {word_.load(acquire)}; }  // [REGION-1]

  // Primary only.
  void start(int size) {
    const std::uint32_t number = (word_.load(relaxed) >> 16) + 1;  // only the primary changes it
    const std::uint32_t next = number << 16 | static_cast<std::uint32_t>(size) << 1;
    if ((word_.exchange(next, acq_rel) & kSleeping) != 0) platform::futex_wake(word_, INT_MAX);  // [REGION-1]
  }

  // Until the number differs from `last`; waits like all waits: poll, yield, sleep. By a worker that is Present.
  Seen wait_after(std::uint32_t last, sleep::WaitHistory& history) {
    Seen seen = look();
    if (seen.number() != last) return seen;
    sleep::Patience patience(history);
    for (; seen.number() == last; seen = look()) {
      if (patience.step() != sleep::Step::sleep) continue;
      std::uint32_t word = seen.word;
      if ((word & kSleeping) == 0 && !word_.compare_exchange_strong(word, word | kSleeping, acq_rel, relaxed)) continue;
      sleep::Present::leave();
      platform::futex_wait(word_, seen.word | kSleeping);
      sleep::Present::enter();
    }
    patience.finish();
    return seen;
  }

 private:
  static constexpr std::uint32_t kSleeping = 1;
  atomic<std::uint32_t> word_{0};
};

}  // namespace xomp::team
