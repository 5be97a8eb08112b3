// What each thread spends its time on, while statistics are collected (XOMP_STATS). At any moment a thread is at one
// activity; it switches at the borders of regions, tasks and waits. Without statistics a border costs one branch, and
// only on paths that are slow anyway.
#pragma once

#include <cstdint>
#include <new>

#include "platform/atomic.h"
#include "platform/clock.h"
#include "xomp/trace_file.h"

namespace xomp::trace {

using trace_file::Activity;

// One thread's clock. Written by that thread, read by the thread that prints. All
// relaxed: slightly old figures will do.
struct ActivityClock {
  atomic<std::uint64_t> since{0};  // ticks at which `now` began
  atomic<Activity> now{Activity::serial};
  atomic<bool> stopped{true};  // the thread has ended, or not begun
  atomic<std::uint64_t> ticks[static_cast<int>(Activity::count)] = {};

  void start(Activity first) {
    since.store(platform::ticks(), relaxed);
    now.store(first, relaxed);
    stopped.store(false, relaxed);
  }
  // Returns the activity that ends.
  Activity switch_to(Activity next) {
    const std::uint64_t at = platform::ticks();
    const Activity before = now.load(relaxed);
    atomic<std::uint64_t>& total = ticks[static_cast<int>(before)];
    total.store(total.load(relaxed) + (at - since.load(relaxed)), relaxed);
    since.store(at, relaxed);
    now.store(next, relaxed);
    return before;
  }
  void stop() {
    switch_to(Activity::serial);
    stopped.store(true, relaxed);
  }
  // In fork()'s child: as made. The clock of its own thread goes on.
  void forget();
};

// Written once, while the library is loaded.
extern bool measures;
// A backoff tells where a wait begins to take long. Written once, before any thread waits.
extern bool follows_waits;
// The calling thread's clock; nullptr for threads that the runtime does not know.
extern constinit thread_local ActivityClock* own_clock __attribute__((tls_model("initial-exec")));

inline void ActivityClock::forget() {
  const Activity goes_on = now.load(relaxed);
  new (this) ActivityClock;
  if (this == own_clock) start(goes_on);
}

// start_measuring is called once, while the library is loaded. The other two use the time since then.
void start_measuring();
double ticks_per_second();
double seconds_measured();

[[gnu::cold, gnu::noinline]] Activity switch_own_clock(Activity next);

// Switches and returns the activity that ends. Does nothing without statistics.
inline Activity switch_to(Activity next) {
  if (measures) [[unlikely]]
    return switch_own_clock(next);
  return next;
}

// begin: a wait takes its first slow step; `before` is what the thread did. end: the wait is over.
[[gnu::cold, gnu::noinline]] void begin_slow_wait(Activity& before);
[[gnu::cold, gnu::noinline]] void end_slow_wait(Activity before);

// A border of a region. At the level of states a trace has these, and no others.
[[gnu::noinline]] void note_border(Activity next);
inline void cross_border(Activity next) {
  if (follows_waits) [[unlikely]]
    note_border(next);
}

// The calling thread is at `activity` while an object of this class lives.
class During {
 public:
  explicit During(Activity activity) : before_(switch_to(activity)) {}
  ~During() { switch_to(before_); }
  During(const During&) = delete;
  During& operator=(const During&) = delete;

 private:
  Activity before_;
};

}  // namespace xomp::trace
