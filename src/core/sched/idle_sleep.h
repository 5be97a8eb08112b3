// Lets a thread sleep while the team has no work. SLEEP-1 (hand_over.h and the protocol's page) says why it misses no task.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/sched/policy.h"

namespace xomp::sched {

// Says how long a timed wait of a thread without tasks lasts while others have some. A new TimedWait begins after each task.
class TimedWait {
 public:
  static constexpr std::uint64_t kFirst_ns = 50'000, kLongest_ns = 2'000'000;

  std::uint64_t ns() const { return ns_; }
  bool is_longest() const { return ns_ == kLongest_ns; }
  bool is_long() const { return ns_ >= kLongest_ns / 2; }
  void restart() { *this = {}; }
  // The next timed wait is twice as long, or half as long if something ended this one early.
  void end(bool timed_out) {
    const std::uint64_t next = timed_out ? 2 * ns_ : ns_ / 2;
    ns_ = next < kFirst_ns ? kFirst_ns : next < kLongest_ns ? next : kLongest_ns;
  }

  // Returns how long the thread sleeps when there are no tasks at all; 0 means until it is woken. A condition that may come to hold without
  // waking the thread sets a limit each time that it does not hold.
  std::uint64_t limit_ns() const { return limit_ns_; }
  void set_limit(std::uint64_t ns) { limit_ns_ = ns; }

  // Returns how long the thread sleeps while it watches: longer each time that tasks came and went (CROWD-1).
  std::uint64_t watch_ns() const { return watch_ns_; }
  void watch_longer() { watch_ns_ = 2 * watch_ns_ < kLongestWatch_ns ? 2 * watch_ns_ : kLongestWatch_ns; }
  // Returns how long a thread sleeps that nobody would wake for a stranded task (STRANDED-1). It is one of `sleepers` threads that look for
  // such tasks, and the time is so long that all together wake up a thousand times in a second at most. The timed wait is a long one from
  // now on, so that the next search is Effort::utmost.
  std::uint64_t next_stranded_ns(int sleepers) {
    ns_ = kLongest_ns;
    const std::uint64_t ns =
        sleepers == 1 ? watch_ns_
                      : std::max<std::uint64_t>(kLongestWatch_ns, 1'000'000u * static_cast<std::uint64_t>(sleepers));
    watch_longer();
    return ns;
  }

 private:
  static constexpr std::uint64_t kLongestWatch_ns = 256'000'000;
  std::uint64_t ns_ = kFirst_ns;
  std::uint64_t watch_ns_ = 4'000'000;
  std::uint64_t limit_ns_ = 0;
};

// A condition that ends a wait, just as work does.
struct Condition {
  bool (*holds)(void*);
  void* argument;
};

// Sleeps until the team's idle_event changes, unless there is work or `done` holds. The sleep has a time limit, unless the timed wait would
// be the longest one and there is no work at all. For threads that may run every task of the team.
void sleep_idle(Worker& me, Condition done, TimedWait& timed_wait);

}  // namespace xomp::sched
