// The word of a team's barrier: who has arrived, and how often all have. One word, so that completion is one atomic
// step. Waiting threads look at it; up to kFewThreads also count in it, larger teams count beside it (arrival.h).
//
// BARRIER-2: bits 0..15 count the threads that have arrived, bits 16..31 the barriers completed (modulo 2^16).
//   arrive():       fetch_add 1 (acq_rel): publishes what the thread did, sees what those before it did.
//   announce_all(): store {n, all} (release), by the one thread that knows that all are here (ARRIVE-1).
//   try_complete(): compare-and-swap {n, all} -> {n+1, 0} (acq_rel), by any thread that sees all arrived and nothing
//                   left to do; one of them succeeds. The thread that would announce may do it instead, from {n, 0}.
//   Waiting threads load (acquire) until the number of completions changes. None can miss 2^16 completions: each needs
//   its own arrival.
#pragma once

#include <cstdint>

#include "platform/atomic.h"

namespace xomp::barrier {

class BarrierWord {
 public:
  struct Seen {
    std::uint32_t word = 0;
    std::uint32_t arrived() const { return word & 0xffff; }
    std::uint32_t completions() const { return word >> 16; }
    Seen with(std::uint32_t arrived) const { return {(word & ~0xffffU) | arrived}; }
    // Nobody has arrived, and so many barriers are complete.
    static Seen after(std::uint32_t completions) { return {completions << 16}; }
    Seen next() const { return after(completions() + 1); }
  };
  Seen arrive() { return {word_.fetch_add(1, acq_rel) + 1}; }      // [BARRIER-2]
  Seen look() const { return {word_.load(acquire)}; }              // [BARRIER-2]
  void announce_all(Seen all) { word_.store(all.word, release); }  // [BARRIER-2]
  bool try_complete(Seen seen) {
    return word_.compare_exchange_strong(seen.word, seen.next().word, acq_rel, relaxed);  // [BARRIER-2]
  }
  // Forgets who has arrived; nobody else may be near the barrier.
  void reset() { word_.store(Seen{word_.load(relaxed)}.next().word, relaxed); }  // alone

 private:
  atomic<std::uint32_t> word_{0};
};

}  // namespace xomp::barrier
