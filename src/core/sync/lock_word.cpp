// The contended side of a lock: polls for about as long as going to sleep would cost, then sleeps.
#include "core/sync/lock_word.h"

#include <algorithm>

#include "core/icv/icv.h"
#include "platform/cpu.h"
#include "platform/futex.h"
#include "platform/probe.h"
#include "platform/thread.h"

namespace xomp::sync {

constinit atomic<WhileBlocked> while_blocked{nullptr};

namespace {

// A waiting thread polls for at most so many pauses before it sleeps: about what sleeping and being woken would cost.
// Between two polls it pauses ever longer, up to kMaxStep. A thread that polls less often leaves the holder its cache
// line, and several sections pass per transfer of the line.
constexpr std::int64_t kLearntPauses = 512;
constexpr std::int64_t kActivePauses = 500'000;
constexpr std::int64_t kPauseNs = 15;          // about
constexpr std::int64_t kYieldInterval = 1024;  // pauses
constexpr std::int64_t kMaxStep = 16;

std::int64_t pauses_before_sleep() {
  const std::int64_t asked_ns = icv::global.spin_ns.load(relaxed);  // a limit; nothing else depends on it
  if (asked_ns != icv::kSpinLearnt) return std::min(asked_ns / kPauseNs, kActivePauses);
  if (icv::global.wait_policy == icv::WaitPolicy::passive) return 0;
  return icv::global.wait_policy == icv::WaitPolicy::active ? kActivePauses : kLearntPauses;
}

}  // namespace

bool LockWord::try_lock_while_spinning(Owner owner) {
  std::int64_t step = 1, until_yield = kYieldInterval;
  for (std::int64_t left = pauses_before_sleep(); left > 0; left -= step) {
    for (std::int64_t i = 0; i < step; ++i) platform::cpu_relax();
    if (try_lock(owner)) return true;
    if (step < kMaxStep) step *= 2;
    // The wait is longer than any section by a thread that has a processor. So the holder may need this one.
    until_yield -= step;
    if (until_yield > 0) continue;
    platform::yield_processor();
    until_yield = kYieldInterval;
  }
  return false;
}

[[gnu::cold]] void LockWord::lock_contended(Owner owner) {
  platform::probe::lock_wait(this);
  if (!try_lock_while_spinning(owner))
    lock_asleep(owner, [this](std::uint32_t seen) { platform::futex_wait(word_, seen); });
  platform::probe::lock_got(this);
}

[[gnu::cold]] void LockWord::lock_contended_in_program(Owner owner) {
  constexpr std::uint64_t kLong_ns = 200'000;  // many times what a sleep and a wake-up take
  platform::probe::lock_wait(this);
  if (!try_lock_while_spinning(owner)) {
    const WhileBlocked blocked = while_blocked.load(acquire);  // as it was registered
    std::uint64_t limit_ns = blocked != nullptr ? kLong_ns : 0;
    lock_asleep(owner, [&](std::uint32_t seen) {
      if (platform::futex_wait(word_, seen, limit_ns) == platform::WaitResult::timed_out)
        limit_ns = blocked(*this, limit_ns);
    });
  }
  platform::probe::lock_got(this);
}

template <class Sleep>
void LockWord::lock_asleep(Owner owner, Sleep&& sleep) {
  std::uint32_t seen = word_.load(relaxed);  // every use below is a compare-exchange
  for (;;) {
    if (seen == 0) {
      // Others may still sleep. So the bit goes with the lock, and this holder's unlock wakes the next. [LOCK-1]
      // [LOCK-2]
      if (word_.compare_exchange_weak(seen, owner | kSleeping, acquire, relaxed)) return;
      continue;
    }
    if (!(seen & kSleeping) && !word_.compare_exchange_weak(seen, seen | kSleeping, relaxed, relaxed)) continue;
    sleep(seen | kSleeping);  // [LOCK-2] returns at once if an unlock came between
    seen = word_.load(relaxed);
  }
}

[[gnu::cold]] void LockWord::notify_one() { platform::futex_wake(word_, 1); }

}  // namespace xomp::sync
