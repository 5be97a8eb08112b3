// The slow steps of a wait and what is learnt from it.
#include "core/sleep/backoff.h"

#include <algorithm>

#include "core/icv/icv.h"
#include "core/sleep/long_wait.h"
#include "platform/clock.h"
#include "platform/thread.h"

namespace xomp::sleep {

namespace {

constexpr std::uint64_t kYieldInterval_ns = 20'000;
constexpr std::uint32_t kYieldsBeforeClock = 4;
constexpr std::uint64_t kSharedYield_ns = 10'000;  // a yield takes half a microsecond when nobody takes over
constexpr std::uint64_t kBetweenDeepLooks_ns =
    2'000'000;                                // at most: as between two looks of a thread that sleeps (TimedWait)
constexpr std::uint32_t kSharedWaits = 1000;  // then one of them finds out whether it still is so, in 20 us
constexpr std::uint64_t kBetweenChanges_ns = 1'000'000;  // of a processor, by all threads of the process

// When a waiting thread may change its processor again. Relaxed is enough, because a race costs one needless change.
atomic<std::uint64_t> next_change_ns{0};

// Returns false if the thread has no other processor to go to.
bool change_processor_seldom(std::uint64_t now) {
  if (now < next_change_ns.load(relaxed)) return true;
  next_change_ns.store(now + kBetweenChanges_ns, relaxed);
  return platform::change_processor();
}

// Says whether there are more than two threads for each processor. Then, while this one polls between two yields, a
// thread that must run first does not run.
bool crowd() { return own_threads.all() > 2 * own_threads.processors.load(relaxed); }

// Returns how long this wait may spin: what the user said, or what was learnt.
std::uint64_t spin_budget(const WaitHistory& history) {
  const std::int64_t asked = icv::global.spin_ns.load(relaxed);  // nothing else depends on it
  if (asked != icv::kSpinLearnt) return static_cast<std::uint64_t>(asked);
  return others_want_processors() ? std::min(history.budget_ns, history.pressed_ns) : history.budget_ns;
}

}  // namespace

// A yield of a thread whose process is not oversubscribed. If another thread of the process runs here nevertheless, and
// others do not want the processors, the kernel has put two threads on one processor. It may leave them there for tens
// of milliseconds, because a thread that is started or woken stays with the one that did it. So this one leaves. If its
// mask lets it run here only, its next waits give way. A long yield has met a thread to which giving way does not pay.
[[gnu::cold]] void Backoff::yield_alone() {
  const std::uint64_t before = platform::now_ns();
  platform::yield_processor();
  const std::uint64_t after = platform::now_ns();
  if (after - before < kSharedYield_ns || others_want_processors()) return;
  if (!change_processor_seldom(after) && after - before < kGap_ns) history_->shared_waits = kSharedWaits;
}

// Says whether this wait gives way although the process is not oversubscribed.
bool Backoff::shares_processor() {
  if (history_->shared_waits == 0) return false;
  if (yields_ == 0) --history_->shared_waits;
  polls_after_yield_ = 1;
  return true;
}

void Backoff::begin(std::uint64_t now) {
  own_long_wait.backoff = this;
  own_long_wait.history = history_;
  own_long_wait.subject = nullptr;
  began_ = looked_ = now;
  const std::uint64_t budget = spin_budget(*history_);
  deadline_ = budget > UINT64_MAX - now ? UINT64_MAX : now + budget;
  next_yield_ = now + kYieldInterval_ns;
  deep_look_ = now + history_->budget_ns;
}

Step Backoff::time_to_sleep() {
  history_->load.look();
  looked_ = 0;
  return Step::sleep;
}

// A yield of a thread whose process is oversubscribed. If others want the processors, too, it takes one of their slices, and the wait may be
// over after a few of these, long before it would look for others at its sleep.
Step Backoff::yield_among_own() {
  platform::yield_processor();
  history_->load.look();
  return Step::yielded;
}

Step Backoff::slow_step() {
  if (trace::follows_waits && !slow_) [[unlikely]] {
    slow_ = true;
    trace::begin_slow_wait(before_);
  }
  const bool is_oversubscribed = oversubscribed();
  const bool gives_way = is_oversubscribed || shares_processor();
  if (gives_way && yields_do_harm()) {
    if (began_ == 0) begin(platform::now_ns());
    return time_to_sleep();
  }
  if (gives_way && ++yields_ <= kYieldsBeforeClock) {
    polls_left_ = crowd() && !polls_in_crowds_ ? 1 : polls_after_yield_;
    return yield_among_own();
  }
  const std::uint64_t now = platform::now_ns();
  if (began_ == 0) begin(now);
  if (looked_ != 0 && !is_oversubscribed && now - looked_ > kGap_ns) {
    if (gives_way) history_->shared_waits = 0;
    else note_gap(now - looked_);
  }
  looked_ = now;
  if (now >= deadline_) return time_to_sleep();
  if (now >= deep_look_) {
    looks_deeper_ = true;
    history_->load.look();  // a thread that never sleeps would believe in others for ever, and not yield any more
    deep_look_ = now + std::min(now - began_, kBetweenDeepLooks_ns);
  }
  if (gives_way) return yield_among_own();
  if (now >= next_yield_ && !others_want_processors()) {
    yield_alone();
    next_yield_ = now + kYieldInterval_ns;
    return Step::yielded;
  }
  polls_left_ = kPollsPerLook;
  return Step::polled;
}

void part_from_waker(int processor) {
  if (processor < 0 || processor != platform::current_processor() || oversubscribed()) return;
  // Where no wait spins, the two take turns quickly. The other processors belong to others.
  if (must_not_spin() && others_want_processors()) return;
  change_processor_seldom(platform::now_ns());
}

void let_woken_part() {
  if (!oversubscribed() && !others_want_processors()) platform::yield_processor();
}

void Backoff::end_long_wait() {
  own_long_wait.backoff = nullptr;
  if (began_ != 0) learn();
}

void Backoff::learn() { history_->learn(platform::now_ns() - began_); }

// A wait that ends while the thread spins costs nothing more if it might have spun longer, so a short wait does not lower
// the budget: one in ten that is longer than the others would end in sleep.
void WaitHistory::learn(std::uint64_t waited_ns) {
  const std::uint64_t old = budget_ns;
  const std::uint64_t next =
      waited_ns > kLongestSpin_ns ? old - old / 4 : std::max(old, std::min(2 * waited_ns, kLongestSpin_ns));
  budget_ns = static_cast<std::uint32_t>(std::max<std::uint64_t>(next, least_ns));
  // A slice that another program took says nothing about how long the thread should spin.
  const std::uint64_t pressed = waited_ns > kLongestPressed_ns ? 0 : std::min(2 * waited_ns, kLongestPressed_ns);
  pressed_ns =
      static_cast<std::uint32_t>(std::max({pressed, std::uint64_t{pressed_ns} - pressed_ns / 8, kLeastPressed_ns}));
}

}  // namespace xomp::sleep
