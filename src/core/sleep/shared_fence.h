// Heavy fences for many threads at once. Each interrupts every processor of the process, so threads that want one at
// the same time share it: two hundred that fall asleep together make two or three, not two hundred.
//
// SHARED-FENCE-1: pass() returns true after a heavy fence that began after the call.
//   `word_` counts, and is odd while a fence is on its way. A thread that finds it even makes it odd (CAS), fences, and
//   makes it even again. A fence that was on its way at the call may have begun before it, so it does not count; the
//   next one does. Because of the full fence at the beginning and the CAS (seq_cst), a fence that counts begins when
//   all that its beneficiary wrote before has arrived. No thread depends on another one to fence: after a while, or if
//   the process is oversubscribed, it makes a fence of its own.
#pragma once

#include <cstdint>

#include "core/sleep/pressure.h"
#include "platform/atomic.h"
#include "platform/cpu.h"
#include "platform/fence.h"

namespace xomp::sleep {

class SharedFence {
 public:
  // Returns false if the system has no heavy fences. Any thread.
  bool pass() {
    platform::fence_seq_cst();                 // [SHARED-FENCE-1]
    std::uint32_t seen = word_.load(seq_cst);  // [SHARED-FENCE-1]
    const std::uint32_t enough = seen + ((seen & 1) != 0 ? 3 : 2);
    for (int polls = 0; polls < kPolls; ++polls, seen = word_.load(acquire)) {
      if (static_cast<std::int32_t>(seen - enough) >= 0) return true;  // [SHARED-FENCE-1]
      if ((seen & 1) == 0 && word_.compare_exchange_strong(seen, seen + 1, seq_cst, relaxed)) {
        const bool done = platform::fence_heavy();
        word_.store(seen + (done ? 2 : 0), release);  // [SHARED-FENCE-1] one that failed does not count
        return done;
      }
      if (oversubscribed()) break;
      platform::cpu_relax();
    }
    return platform::fence_heavy();
  }

  void forget_others() { word_.store(0, relaxed); }  // in fork()'s child

 private:
  static constexpr int kPolls = 4096;  // about the length of two fences

  alignas(platform::cache_line) atomic<std::uint32_t> word_{0};
};

inline constinit SharedFence shared_fence;

}  // namespace xomp::sleep
