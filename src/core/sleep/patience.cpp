// The slow steps of a wait and what is learnt from it.
#include "core/sleep/patience.h"

#include <algorithm>

#include "core/icv/icv.h"
#include "platform/clock.h"
#include "platform/thread.h"

namespace xomp::sleep {

Crowd crowd;

namespace {

constexpr std::uint64_t kLongestSpin_ns = 500'000;  // learnt; about ten times what a sleep and a late wake-up cost
constexpr std::uint64_t kShortestSpin_ns = 2'000;
constexpr std::uint64_t kYieldInterval_ns = 20'000;
constexpr std::uint64_t kDisturbance_ns = 30'000;       // one look at the clock to the next, when somebody else ran
constexpr std::uint64_t kSeries_ns = 30'000'000;  // disturbances closer than that belong together: some time slices
constexpr std::uint32_t kFirstPenalty_ns = 50'000'000;
constexpr std::uint32_t kLongestPenalty_ns = 1'000'000'000;
constexpr std::uint64_t kDisturbedSpin_ns = 10'000;  // enough for a wake-up to come through
constexpr std::uint32_t kYieldsBeforeClock = 4;

// How long this wait may spin: what the user said, or what was learnt.
std::uint64_t spin_budget(const WaitHistory& history, std::uint64_t now) {
  const std::int64_t asked = icv::global.spin_ns.load(relaxed);  // a number of its own
  if (asked != icv::kSpinLearnt) return static_cast<std::uint64_t>(asked);
  if (now < history.disturbed_until) return std::min<std::uint64_t>(history.budget_ns, kDisturbedSpin_ns);
  return history.budget_ns;
}

}  // namespace

void Patience::begin(std::uint64_t now) {
  began_ = looked_ = now;
  const std::uint64_t budget = spin_budget(history_, now);
  deadline_ = budget > UINT64_MAX - now ? UINT64_MAX : now + budget;
  next_yield_ = now + kYieldInterval_ns;
}

// Between two looks at the clock much more time has gone by than the step itself takes: somebody else ran. Once is
// nothing; again within a few time slices, or soon after the last series, is company.
void Patience::notice(std::uint64_t now) {
  const bool disturbed = looked_ != 0 && now - looked_ >= kDisturbance_ns && !crowded();
  looked_ = now;
  if (!disturbed) return;
  WaitHistory& h = history_;
  const std::uint64_t last = std::max(h.disturbed_at, h.disturbed_until);
  h.disturbed_at = now;
  if (now > last + kSeries_ns) {
    h.penalty_ns = 0;
    return;
  }
  h.penalty_ns = std::clamp(h.penalty_ns * 2, kFirstPenalty_ns, kLongestPenalty_ns);
  h.disturbed_until = now + h.penalty_ns;
}

Step Patience::slow_step() {
  const bool gives_way = crowded();
  if (gives_way && ++yields_ <= kYieldsBeforeClock) {
    polls_left_ = 200;
    platform::yield_processor();
    return Step::yielded;
  }
  const std::uint64_t now = platform::now_ns();
  if (began_ == 0) begin(now);
  notice(now);
  if (now >= deadline_) {
    looked_ = 0;
    return Step::sleep;
  }
  if (gives_way || now >= next_yield_) {
    next_yield_ = now + kYieldInterval_ns;
    platform::yield_processor();
    return Step::yielded;
  }
  polls_left_ = kPollsPerLook;
  return Step::polled;
}

void Patience::learn() {
  const std::uint64_t waited = platform::now_ns() - began_;
  const std::uint64_t old = history_.budget_ns;
  const std::uint64_t next =
      waited > kLongestSpin_ns ? old / 2 : std::max(old - old / 8, std::min(2 * waited, kLongestSpin_ns));
  history_.budget_ns = static_cast<std::uint32_t>(std::max(next, kShortestSpin_ns));
}

}  // namespace xomp::sleep
