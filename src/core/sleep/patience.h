// How one wait goes on: a while of polling, then giving the processor away, then sleep. A Patience lives on the
// waiter's stack for one wait. What it learns is kept per waiting place in a WaitHistory, written by that thread only.
#pragma once

#include <cstdint>

#include "platform/cpu.h"

namespace xomp::sleep {

// How long the waits of one kind usually were; one per thread and kind of wait. Owner only.
struct WaitHistory {
  std::uint32_t spins = 256;  // polls that the next wait may make before it yields
};

enum class Step { polled, yielded, sleep };

class Patience {
 public:
  explicit Patience(WaitHistory& history) : history_(history) {}
  // Call after each check that failed. Polls (one pause), yields, or says that it is time to sleep.
  Step step() {
    if (spun_ < history_.spins) {
      ++spun_;
      platform::cpu_relax();
      return Step::polled;
    }
    return slow_step();
  }
  // The wait is over: learns from it.
  void finish();

 private:
  Step slow_step();

  WaitHistory& history_;
  std::uint32_t spun_ = 0;
  std::uint32_t yields_ = 0;
};

}  // namespace xomp::sleep
