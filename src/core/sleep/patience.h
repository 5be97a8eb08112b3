// How one wait goes on: a while of polling, then giving the processor away, then sleep. A Patience lives on the
// waiter's stack for one wait. What it learns is kept per waiting place in a WaitHistory, written by that thread only.
//
// The ladder, and why each rung:
//   - Polls without a look at the clock: most waits of a team that has a processor for each thread end here.
//   - Polls until `budget_ns` is over. Spinning pays when the wait is shorter than a sleep and a wake-up cost, so the
//     budget follows how long the waits of this place were: it grows to twice their length, up to kLongestSpin_ns, and
//     halves with each wait that was longer. Now and then a yield, in case the thread waited for stands behind this one
//     in the same processor's queue; if it does, though there are processors enough, this one changes its processor.
//   - Somebody else's threads want the processors (topology/load.h; a poll that took as long as a time slice is
//   reported
//     there): waits are short and end in sleep. A sleeper that is woken goes first, while one that yields to a busy
//     loop waits for a whole slice.
//   - The process itself runs more threads than it has processors (`crowded`): then what is waited for can only happen
//     when this thread gives way. It yields at once and each time.
#pragma once

#include <cstdint>

#include "core/sleep/pressure.h"
#include "platform/cpu.h"
#include "trace/activity.h"

namespace xomp::sleep {

// How long the waits of one kind usually were; one per thread and kind of wait. Owner only.
struct WaitHistory {
  std::uint32_t least_ns = 2'000;     // that it may spin in any case, processors permitting
  std::uint32_t budget_ns = 100'000;  // how long the next wait may spin
  LoadWatch load;                     // whether others want the processors, looked at now and then
};

enum class Step { polled, yielded, sleep };

class Patience {
 public:
  explicit Patience(WaitHistory& history) : history_(&history), polls_left_(oversubscribed() ? 0 : kFirstPolls) {}
  // Call after each check that failed. Polls (one pause), yields, or says that it is time to sleep.
  Step step() {
    if (polls_left_ != 0) {
      --polls_left_;
      platform::cpu_relax();
      return Step::polled;
    }
    return slow_step();
  }
  // Each check takes long, as a search for tasks does: gives way after every one when the processors are short.
  void check_seldom() { polls_after_yield_ = 1; }
  // What is waited for is likely to be running on another processor: polls first, also in a crowd.
  void hope() { polls_left_ = kFirstPolls; }
  // The wait is over: learns from it.
  void finish() {
    if (began_ != 0) learn();
    stop_waiting();
  }
  // The waiting thread has done something useful meanwhile: a new wait begins.
  void restart() {
    stop_waiting();
    began_ = looked_ = 0;
    polls_left_ = oversubscribed() ? 0 : kFirstPolls;
    yields_ = 0;
  }
  // The same, and the new one is of another kind; of this one it learns if it is of that kind, too.
  void restart(WaitHistory& history) {
    if (began_ != 0 && history_ == &history) learn();
    history_ = &history;
    restart();
  }

 private:
  static constexpr std::uint32_t kFirstPolls = 64;
  static constexpr std::uint32_t kPollsPerLook = 16;  // at the clock

  [[gnu::noinline]] Step slow_step();
  void begin(std::uint64_t now);
  void stop_waiting() {
    if (trace::measures && slow_) [[unlikely]]
      trace::switch_to(before_);
    slow_ = false;
  }
  void learn();

  WaitHistory* history_;
  std::uint32_t polls_left_;
  std::uint32_t polls_after_yield_ = 200;
  std::uint32_t yields_ = 0;
  bool slow_ = false;           // statistics: this wait has taken a slow step and counts as one
  trace::Activity before_{};    // what the thread was at before it
  std::uint64_t began_ = 0;     // 0 = the clock has not been looked at
  std::uint64_t looked_ = 0;    // when last; 0 = a sleep lies between
  std::uint64_t deadline_ = 0;  // of spinning
  std::uint64_t next_yield_ = 0;
};

}  // namespace xomp::sleep
