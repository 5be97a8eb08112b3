// The watchdog's work for views: it looks after those whose pushes wake nobody (VIEW-3). It is started before the first view is opened,
// because later the system may refuse its thread (VIEW-8).
#include <algorithm>
#include <utility>

#include "core/graph/graph.h"
#include "core/graph/groups.h"
#include "core/graph/lending.h"
#include "core/sleep/last_look.h"
#include "core/team/roots.h"
#include "core/threads/watchdog.h"
#include "platform/clock.h"

namespace xomp::graph {

namespace {

constexpr std::uint64_t kLongestTimedWait_ns = 16'000'000;  // the longest time between two tries to start a thread

// [VIEW-3] Returns how many of the view's threads have ended a task since the last look. This and look_after() are called with Pool::lock
// held.
std::uint32_t moving_threads(View& view) {
  std::uint32_t moving = 0;
  for (std::uint32_t i = 0; i < view.seats; ++i) {
    SeatState& state = state_of(view.seat[i]);
    const std::uint64_t executed = view.seat[i].executed.load(relaxed);  // statistics
    if (state.is_taken && !state.is_sleeping && executed != state.executed_before) ++moving;
    state.executed_before = executed;
  }
  return moving;
}

struct Look {
  static constexpr int kMost = 16;
  sleep::EventCount* events[kMost];
  int lent = 0;
  bool is_last = true;       // no view needs a further look
  Seat* own_seat = nullptr;  // [VIEW-8] where the watchdog itself sits down
};

void look_after(View& view, Look& look, Sitter& sitter) {
  if (view.is_closing.load(relaxed) || view.taken.load(relaxed) == view.for_pool) return;
  const bool wants = view.wants.load(relaxed);
  const bool is_left = view.is_left.load(acquire);  // [VIEW-7]
  if (is_left) view.is_left.store(false, relaxed);  // the last look finds a later task, or that sets the flag again
  if (wants && !is_left && !view.inbox.has_looker()) return;  // a hint: the last look finds what this one misses
  look.is_last = false;
  const std::uint32_t moving = wants ? 0 : moving_threads(view);
  const std::uint32_t wanted = wants ? 1 : std::min(view.for_pool, static_cast<std::uint32_t>(processors()));
  for (std::uint32_t missing = wanted; missing > moving && look.lent < Look::kMost && has_tasks(view); --missing) {
    sleep::EventCount* const event = lend(view);
    if (event != nullptr) {
      look.events[look.lent++] = event;
      continue;
    }
    if (the_pool.is_starved && moving == 0 && look.own_seat == nullptr && !view.is_served)
      look.own_seat = take_free_seat(view, sitter);
    return;
  }
}

// A thread that leaves tasks because it will wait for them does so again and again. To call the watchdog each time would take as long as to
// call a thread. So the watchdog looks on for a while.
constexpr std::uint32_t kLooksOn = 64;
std::uint32_t looks_since_left = kLooksOn;  // the watchdog's own

bool looks_on() {
  if (the_pool.expects_waits.load(relaxed)) {  // a hint
    the_pool.expects_waits.store(false, relaxed);
    looks_since_left = 0;
  } else if (looks_since_left < kLooksOn) {
    ++looks_since_left;
  }
  return looks_since_left < kLooksOn;
}

// Lends threads to views that need some, kMost at a time. The other views get theirs at the next look.
void look_after_views(Sitter& sitter) {
  Look look;
  {
    const platform::ShortGuard guard(the_pool.lock);
    const bool was_starved = the_pool.is_starved;
    the_pool.is_starved = false;  // [VIEW-8] it tries again
    for (View* view = the_pool.open; view != nullptr; view = view->next_open) look_after(*view, look, sitter);
    if (was_starved && !the_pool.is_starved) update_all_wants();
    if (looks_on()) look.is_last = false;
    if (look.is_last) the_pool.is_watched.store(false, relaxed);
  }
  while (look.lent > 0) look.events[--look.lent]->notify_all();
  if (look.own_seat != nullptr) {
    if (sched::own_worker == nullptr) team::register_root_of(&threading::for_views);
    sit(*look.own_seat, sitter);
  }
  if (!look.is_last) return;
  if (sleep::LastLook().is_sure()) return lend_where_tasks_wait();  // [VIEW-3]
  call_watchdog();
}

bool is_starved() {
  const platform::ShortGuard guard(the_pool.lock);
  return the_pool.is_starved;
}

// Decides when the watchdog looks after views, and when it looks outside of the process. Only the watchdog's thread uses it.
class Rounds {
 public:
  // Returns 0 if there is nothing to look at.
  std::uint64_t timed_wait_ns() {
    const bool is_watched = the_pool.is_watched.load(acquire);
    looks_ = the_groups.outside.has_watched();
    if (!looks_) return is_watched ? timed_wait_ns_ : 0;
    const std::uint64_t ns = outside_timed_wait_.next_ns();
    return is_watched ? std::min(ns, timed_wait_ns_) : ns;
  }
  void look() {
    if (looks_) look_outside();
    if (!the_pool.is_watched.load(acquire) || (looks_ && !is_time())) return;
    look_after_views(sitter_);
    timed_wait_ns_ = is_starved() ? std::min(2 * timed_wait_ns_, kLongestTimedWait_ns) : kTimedWait_ns;
  }

 private:
  void look_outside() {
    if (!std::exchange(is_known_, true)) note_message_thread();  // a trace has a lane for what it receives
    if (the_groups.outside.look(true) == StepResult::progress) outside_timed_wait_.restart();
  }
  bool is_time() {
    const std::uint64_t now = platform::now_ns();
    if (now < next_ns_) return false;
    next_ns_ = now + timed_wait_ns_;
    return true;
  }

  Sitter sitter_;
  OutsideTimedWait outside_timed_wait_;
  std::uint64_t timed_wait_ns_ = kTimedWait_ns, next_ns_ = 0;
  bool looks_ = false, is_known_ = false;
};

Rounds rounds;

constexpr threading::Watchdog::Client kClient{[] { return rounds.timed_wait_ns(); }, [] { rounds.look(); }};

}  // namespace

bool serve_in_need(Seat& me) {
  Sitter sitter;  // nobody lends this thread: it takes its seat itself
  Seat* seat = nullptr;
  {
    const platform::ShortGuard guard(the_pool.lock);
    if (!the_pool.is_starved) return false;
    for (View* view = the_pool.open; view != nullptr && seat == nullptr; view = view->next_open)
      if (!view->is_closing.load(relaxed) && !view->is_served && view->taken.load(relaxed) == 0 && has_tasks(*view))
        seat = take_free_seat(*view, sitter);
  }
  if (seat == nullptr) return false;
  sit(*seat, sitter);
  return true;
}

void watch() {
  if (the_pool.is_watched.load(relaxed)) return;  // under the lock
  the_pool.is_watched.store(true, release);       // the watchdog finds this when it is called
  if (!threading::watchdog.call(kClient))
    the_pool.is_watched.store(false, relaxed);  // the next thread that wants it tries again
}

void call_watchdog() {
  if (the_pool.is_watched.load(relaxed)) return;  // [VIEW-3] safe, because a fence precedes the watchdog's last look
  const platform::ShortGuard guard(the_pool.lock);
  watch();
}

void call_watchdog_to_look() { threading::watchdog.call(kClient); }

namespace {

// Tries more than once, because the system may have a thread a moment later.
template <class Try>
bool try_again(Try&& is_there) {
  constexpr int kTries = 4;
  for (int i = 0; !is_there(); ++i) {
    if (i == kTries) return false;
    timed_wait();
  }
  return true;
}

}  // namespace

bool can_start_watchdog() {
  return try_again([] { return threading::watchdog.call(kClient); });
}
bool keep_watchdog() {
  return try_again([] { return threading::watchdog.keep(kClient); });
}
void dismiss_watchdog() { threading::watchdog.dismiss(); }

}  // namespace xomp::graph
