// The backoff of one wait: it spins for a while, then gives the processor away, then sleeps. A Backoff lives on the
// waiter's stack for one wait. What it learns is kept for each kind of wait in a WaitHistory, written by that thread
// only.
//
// The ladder, and why each step is there:
//   - It polls without a look at the clock. Most waits of a team that has a processor for each thread end here.
//   - It polls until `budget_ns` is over. Spinning pays when the wait is shorter than a sleep and a wake-up. So the
//     budget follows how long the waits of this kind were: it grows to twice the length of the longest, up to
//     kLongestSpin_ns, and loses a quarter by each wait that was longer than that. Now and then the thread yields,
//     because the one that it waits for may stand behind it in the same processor's queue. If it does, though there are
//     processors enough, the waiting thread changes its processor.
//   - When other threads want the processors (pressure.h), it spins as long as the short waits of this kind took, and
//     does not yield: a thread that yields to a busy loop waits for a whole time slice. A poll that took as long as a
//     slice is reported to the sensor here.
//   - Where the user has said that threads spin for longer, or for ever, a wait looks as deep for tasks at times as it would before a sleep.
//     Otherwise nobody would take what a thread in a long task keeps to itself.
//   - When the process is oversubscribed, what is waited for can only happen if the waiting thread gives way. It yields
//     at once and each time, or sleeps if others want the processors, too.
#pragma once

#include <cstdint>

#include "core/icv/icv.h"
#include "core/sleep/pressure.h"
#include "platform/cpu.h"
#include "trace/activity.h"

namespace xomp::sleep {

// The longest time that a thread spins as long as the user has not said anything: ten to twenty times what a sleep and
// a late wake-up cost.
inline constexpr std::uint64_t kLongestSpin_ns = 1'000'000;
// While others want the processors: so long that the waits between two short regions do not end in sleep.
inline constexpr std::uint64_t kLeastPressed_ns = 10'000, kLongestPressed_ns = 100'000;

// How long the waits of one kind usually were. Each thread has one for each kind of wait; nobody else looks at it.
struct WaitHistory {
  std::uint32_t least_ns = 2'000;     // how long it may spin in any case, if there are processors
  std::uint32_t budget_ns = 100'000;  // how long the next wait may spin
  std::uint32_t pressed_ns = 20'000;  // the same while others want the processors: follows the short waits alone
  std::uint32_t shared_waits = 0;     // so many waits give way, because the thread shares its only processor
  LoadWatch load;                     // whether others want the processors, looked at now and then

  void learn(std::uint64_t waited_ns);  // at the end of each wait that looked at the clock
};

enum class Step { polled, yielded, sleep };

// Says whether the user has forbidden that waits spin.
inline bool must_not_spin() { return icv::global.spin_ns.load(relaxed) == 0; }  // only the number counts

class Backoff {
 public:
  explicit Backoff(WaitHistory& history) : history_(&history), polls_left_(first_polls()) {}

  // To be called after each check that failed. Polls (one pause), yields, or says that it is time to sleep.
  Step step() {
    if (polls_left_ != 0) {
      --polls_left_;
      platform::cpu_relax();
      return Step::polled;
    }
    return slow_step();
  }
  // Says, after a step other than `sleep`, that the wait has become longer than a thread would usually spin. Comes again after twice the time.
  bool is_time_to_look_deeper() {
    const bool is_time = looks_deeper_;
    looks_deeper_ = false;
    return is_time;
  }
  // For a wait whose checks take long, as a search for tasks does. When the processors are short the wait must give way
  // after each check.
  void check_seldom() { polls_after_yield_ = 1; }
  // For many threads that wait for the same thing, which comes soon. So each polls between its yields, also among many.
  void poll_in_crowds() { polls_in_crowds_ = true; }
  // For a wait whose end is likely to be brought about on another processor now. So it polls first, even if
  // oversubscribed.
  void hope() { polls_left_ = must_not_spin() ? 0 : kFirstPolls; }
  // To be called when the wait is over. Its length is learnt.
  void finish() {
    if (deadline_ != 0) end_long_wait();
    stop_waiting();
  }
  // To be called when the waiting thread has done something useful meanwhile, so that a new wait begins. Nothing is
  // learnt from the old one.
  void restart() {
    stop_waiting();
    began_ = looked_ = 0;
    looks_deeper_ = false;
    polls_left_ = first_polls();
    yields_ = 0;
  }
  // Begins a new wait of the kind of `history`. The old wait is learnt from if it was of that kind, too.
  void restart(WaitHistory& history) {
    if (began_ != 0 && history_ == &history) learn();
    history_ = &history;
    restart();
  }

 private:
  static constexpr std::uint32_t kFirstPolls = 64;
  static constexpr std::uint32_t kPollsPerLook = 16;  // at the clock

  static std::uint32_t first_polls() { return oversubscribed() || must_not_spin() ? 0 : kFirstPolls; }
  [[gnu::noinline]] Step slow_step();
  void begin(std::uint64_t now);
  Step time_to_sleep();
  Step yield_among_own();
  bool shares_processor();
  void yield_alone();
  void stop_waiting() {
    if (trace::follows_waits && slow_) [[unlikely]]
      trace::end_slow_wait(before_);
    slow_ = false;
  }
  void end_long_wait();
  void learn();

  WaitHistory* history_;
  std::uint32_t polls_left_;
  std::uint32_t polls_after_yield_ = 200;
  std::uint32_t yields_ = 0;
  bool polls_in_crowds_ = false;
  bool looks_deeper_ = false;
  bool slow_ = false;         // statistics and traces: this wait has taken a slow step and counts as one
  trace::Activity before_{};  // what the thread did before it
  std::uint64_t began_ = 0;   // 0 = the clock has not been looked at
  std::uint64_t looked_ = 0;  // at the clock, last time; 0 = a sleep lies between
  std::uint64_t deadline_ =
      0;  // of spinning; 0 = has never looked at the clock, so the wait is not noted (long_wait.h)
  std::uint64_t next_yield_ = 0;
  std::uint64_t deep_look_ = 0;  // when the next one is due, if the thread still spins then
};

// Called by a thread that was woken to work beside the one that woke it, which did so on that processor (-1: unknown). The
// kernel often starts it there, too. The two would take turns: a wait in the program's own code never gives way, and
// beside other programs the kernel sees no imbalance.
void part_from_waker(int processor);
// Called by a thread that has woken another one so, and goes on with work of its own. If the woken one is behind it on the same processor, it
// gets that now, and parts. Otherwise it would wait there for a slice, while another processor is idle.
void let_woken_part();

}  // namespace xomp::sleep
