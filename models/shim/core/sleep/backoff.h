// Stands in for src/core/sleep/backoff.h where the engine is explored: how long a wait polls before it sleeps says
// nothing about whether it ends. Here every wait sleeps at once, which is where wake-ups can be lost; or, as a
// departure, polls once before.
#pragma once

#include <cstdint>

#include "core/sleep/pressure.h"
#include "platform/cpu.h"
#include "trace/activity.h"

namespace xomp::models {
int departure_of(int ways);
}

namespace xomp::sleep {

inline constexpr std::uint64_t kLongestSpin_ns = 1'000'000;

struct WaitHistory {
  std::uint32_t least_ns = 2'000;
  std::uint32_t budget_ns = 100'000;
  std::uint32_t pressed_ns = 20'000;
  LoadWatch load;
  void learn(std::uint64_t) {}
};

enum class Step { polled, yielded, sleep };

class Backoff {
 public:
  explicit Backoff(WaitHistory&) {}
  Step step() {
    if (may_poll_ && models::departure_of(2) != 0) {
      may_poll_ = false;
      platform::cpu_relax();
      return Step::polled;
    }
    may_poll_ = true;
    return Step::sleep;
  }
  bool is_time_to_look_deeper() { return false; }  // as it does before each sleep
  void check_seldom() {}
  void hope() {}
  void poll_in_crowds() {}
  void finish() {}
  void restart() {}
  void restart(WaitHistory&) {}

 private:
  bool may_poll_ = true;
};

inline void part_from_waker(int) {}  // there are no processors
inline void let_woken_part() {}

}  // namespace xomp::sleep
