// The centralised barrier: who has arrived, and how often all have. One word, so that completion is one atomic step.
//
// BARRIER-2: bits 0..15 count the threads that have arrived, bits 16..31 the barriers completed (modulo 2^16).
//   arrive():   fetch_add 1 (acq_rel): publishes what the thread did, sees what those before it did.
//   complete(): compare-and-swap {n, all} -> {n+1, 0} (acq_rel), by any thread that sees all arrived and nothing left
//   to
//               do; one of them succeeds. Waiters load (acquire) until the number of completions changes.
//   A waiter cannot miss 2^16 completions: each needs its own arrival.
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
  // Forgets who has arrived; nobody else may be near the barrier.
  void reset() { word_.store(((word_.load(relaxed) >> 16) + 1) << 16, relaxed); }

 private:
  atomic<std::uint32_t> word_{0};
};

}  // namespace xomp::barrier
