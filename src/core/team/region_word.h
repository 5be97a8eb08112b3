// How a primary thread starts a region on the threads that its team keeps: one word with the region's number and size.
//
//   31        18 17         2      1        0
//   | number    | size       | closed | sleeping |
//
//   number    of the region, modulo 2^14
//   size      how many threads are in the region
//   closed    a thread has waited too long for the next region (CLOSE-1)
//   sleeping  a waiting thread may sleep
//
// REGION-1: a region starts.
//   start(): the primary writes the region's description, then the word by compare-and-swap (acq_rel).
//   wait:    a thread loads the word (acquire) until the number changes. It takes part if its own number is below the
//            size, and only then may it read the description: the primary waits for all that take part before it
//            writes the next one, and does not wait for the others.
//   sleep:   a thread sets `sleeping` by compare-and-swap on the word that it has seen. start()'s compare-and-swap
//            returns the bit, so the wake-up is not lost.
//   A thread cannot miss so many regions that the number is the same again: after a few that leave it out it is
//   dismissed (core/team/parallel.cpp).
// CLOSE-1: idle nested teams give their threads back.
//   A thread of a nested team that has slept for long closes the word (compare-and-swap on the number that it knows)
//   and wakes the others. All threads that see it closed leave, and none of them can be in a region that starts later,
//   because start() fails while the word is closed. The primary then parts from all threads of the team (FAREWELL-1 in
//   team.h), opens the word and attaches others.
#pragma once

#include <climits>
#include <cstdint>

#include "core/icv/icv.h"
#include "core/sleep/backoff.h"
#include "platform/atomic.h"
#include "platform/futex.h"
#include "platform/thread.h"

namespace xomp::team {

inline constexpr int kMaxTeamSize = icv::kMaxThreads;

class RegionWord {
 public:
  struct Seen {
    std::uint32_t word;
    std::uint32_t number() const { return word >> kNumberAt; }
    int size() const { return static_cast<int>(word >> kSizeAt & kSizeMask); }
    bool closed() const { return (word & kClosed) != 0; }
  };
  Seen look() const { return {word_.load(acquire)}; }  // [REGION-1]

  // Primary only. Returns false if the word is closed and has not changed.
  bool start(int size) {
    std::uint32_t seen = word_.load(relaxed);  // rechecked by the exchange
    do {
      if ((seen & kClosed) != 0) return false;
    } while (!word_.compare_exchange_weak(seen, next(seen, size), acq_rel, relaxed));  // [REGION-1] [CLOSE-1]
    wake_sleepers(seen);
    return true;
  }

  // Called by the primary only, when the team has no other threads. Threads from which it has parted find a new number.
  void open() { wake_sleepers(word_.exchange(next(word_.load(relaxed), 0), acq_rel)); }  // only closers write besides

  // Waits until the number differs from `last` or the word is closed. Closes the word after `life_ns` of sleep (0 =
  // never). Called by a worker that is Present.
  Seen wait_after(std::uint32_t last, sleep::WaitHistory& history, std::uint64_t life_ns) {
    Seen seen = look();
    if (seen.number() != last) return seen;
    sleep::Backoff backoff(history);
    bool has_slept = false;
    for (; seen.number() == last && !seen.closed(); seen = look()) {
      if (backoff.step() != sleep::Step::sleep) continue;
      sleep(seen.word, life_ns);
      has_slept = true;
    }
    backoff.finish();
    if (has_slept) sleep::part_from_waker(woken_from_.load(relaxed));  // hint
    return seen;
  }
  // As wait_after(), without polls or yields before the sleep.
  Seen sleep_after(std::uint32_t last, std::uint64_t life_ns) {
    Seen seen = look();
    for (; seen.number() == last && !seen.closed(); seen = look()) sleep(seen.word, life_ns);
    return seen;
  }

 private:
  static constexpr std::uint32_t kSleeping = 1, kClosed = 2;
  static constexpr std::uint64_t kBetweenRegions_ns = 20'000'000;  // a thread that sleeps longer wants no processor
  static constexpr int kSizeAt = 2, kNumberAt = 18;
  static constexpr std::uint32_t kSizeMask = (1u << (kNumberAt - kSizeAt)) - 1;
  static_assert(kMaxTeamSize <= static_cast<int>(kSizeMask));

  static std::uint32_t next(std::uint32_t seen, int size) {
    return ((seen >> kNumberAt) + 1) << kNumberAt | static_cast<std::uint32_t>(size) << kSizeAt;
  }
  void wake_sleepers(std::uint32_t former) {
    if ((former & kSleeping) == 0) return;
    woken_from_.store(platform::current_processor(), relaxed);  // hint
    platform::futex_wake(word_, INT_MAX);
  }
  void sleep(std::uint32_t word, std::uint64_t life_ns) {
    if ((word & kSleeping) == 0 && !word_.compare_exchange_strong(word, word | kSleeping, acq_rel, relaxed)) return;
    word |= kSleeping;
    // Beside other programs the primary must know, while its threads sleep, that they are more than the processors.
    // Otherwise it would spin at the end of each region where they have to run.
    if (sleep::others_want_processors() &&
        platform::futex_wait(word_, word, kBetweenRegions_ns) != platform::WaitResult::timed_out)
      return;
    sleep::Present::leave();
    if (platform::futex_wait(word_, word, life_ns) == platform::WaitResult::timed_out &&
        word_.compare_exchange_strong(word, word | kClosed, acq_rel, relaxed))  // [CLOSE-1]
      platform::futex_wake(word_, INT_MAX);
    sleep::Present::enter();
  }

  atomic<std::uint32_t> word_{0};
  atomic<std::int32_t> woken_from_{-1};  // the processor on which the primary last woke sleepers; it writes, they read
};

}  // namespace xomp::team
