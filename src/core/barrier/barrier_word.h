// The centralised barrier of a team: how many threads have arrived, and how often all have. Both are in one word, so
// that completion is one atomic step.
//
// BARRIER-2: bits 0..15 count the threads that have arrived, bits 16..31 the barriers completed (modulo 2^16).
//   arrive():       fetch_add 1 (acq_rel): publishes what the thread did, and sees what those before it did.
//   try_complete(): compare-and-swap {n, all} -> {n+1, 0} (acq_rel), by any thread that sees that all have arrived and
//                   nothing is left to do. One of them succeeds. Waiting threads load the word (acquire) until the
//                   number of completions changes.
//   A waiting thread cannot miss 2^16 completions, because each needs its own arrival.
#pragma once

#include <cstdint>

#include "platform/atomic.h"

namespace xomp::barrier {

class BarrierWord {
 public:
  struct Seen {
    std::uint32_t word;
    std::uint32_t arrived() const { return word & 0xffff; }
    std::uint32_t completions() const { return word >> 16; }
  };
  Seen arrive() { return {word_.fetch_add(1, acq_rel) + 1}; }  // [BARRIER-2]
  Seen look() const { return {word_.load(acquire)}; }          // [BARRIER-2]
  bool try_complete(Seen seen) {
    std::uint32_t expected = seen.word;
    return word_.compare_exchange_strong(expected, (seen.completions() + 1) << 16, acq_rel, relaxed);  // [BARRIER-2]
  }
  // Forgets the threads that have arrived. No other thread may use the barrier meanwhile.
  void reset() { word_.store(((word_.load(relaxed) >> 16) + 1) << 16, relaxed); }

 private:
  atomic<std::uint32_t> word_{0};
};

}  // namespace xomp::barrier
