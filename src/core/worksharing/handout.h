// One value that the first arriving thread makes and every thread of the loop gets: memory that the
// loop's threads share, or the descriptor of its task reductions. Called by any thread of the team;
// cleared when the loop's record is recycled.
//
// HANDOUT-1: a thread that gets the value sees what its maker wrote.
//   maker: try_claim, makes the value, publish's release store.     others: wait's acquire load.
#pragma once

#include <cassert>
#include <cstdint>

#include "core/sleep/event_count.h"
#include "platform/atomic.h"

namespace xomp::worksharing {

class Handout {
 public:
  // Returns true for one thread, which must call publish.
  bool try_claim() {
    std::uintptr_t seen = kNobody;
    // Relaxed is enough, because the claim hands nothing over. The value does, under HANDOUT-1.
    return value_.load(relaxed) == kNobody && value_.compare_exchange_strong(seen, kBusy, relaxed, relaxed);
  }

  void publish(void* value) {
    const auto word = reinterpret_cast<std::uintptr_t>(value);
    assert(word > kBusy);
    value_.store(word, release);  // [HANDOUT-1] pairs with wait
    published_.notify_all();
  }

  void* wait(sleep::WaitHistory& history) {
    published_.wait_until(history, [this] { return value_.load(acquire) > kBusy; });  // [HANDOUT-1]
    return reinterpret_cast<void*>(value_.load(acquire));
  }

  // Returns the value, or nullptr while there is none. It must be called only when no maker can be at work.
  void* peek() const {
    const std::uintptr_t word = value_.load(acquire);
    return word > kBusy ? reinterpret_cast<void*>(word) : nullptr;
  }

  // Must be called only while no thread uses the record (RING-1).
  void clear() { value_.store(kNobody, relaxed); }

 private:
  static constexpr std::uintptr_t kNobody = 0;
  static constexpr std::uintptr_t kBusy = 1;

  // Written by the claimer, then by the maker; read by all.
  atomic<std::uintptr_t> value_{kNobody};
  sleep::EventCount published_;
};

}  // namespace xomp::worksharing
