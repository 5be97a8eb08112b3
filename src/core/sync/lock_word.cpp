// The contended side of a lock: polls for about as long as going to sleep would cost, or as long as the user says, then
// sleeps.
#include "core/sync/lock_word.h"

#include <algorithm>

#include "core/icv/icv.h"
#include "core/sleep/long_wait.h"
#include "core/sleep/pressure.h"
#include "platform/clock.h"
#include "platform/cpu.h"
#include "platform/futex.h"
#include "platform/probe.h"
#include "platform/thread.h"

namespace xomp::sync {

constinit atomic<WhileBlocked> while_blocked{nullptr};

namespace {

// A waiting thread polls for so many pauses before it sleeps, unless the user says how long: about what sleeping and being
// woken would cost. Between two polls it pauses ever longer, up to kMaxStep. A thread that polls less often leaves the
// holder its cache line, and several sections pass per transfer of the line.
constexpr std::int64_t kLearntPauses = 512;
constexpr std::int64_t kPauseNs = 15;       // about
constexpr std::int64_t kMostPauses = 1024;  // without a look at the clock
constexpr std::int64_t kMaxStep = 16;

}  // namespace

// Asks a thread that waits for a lock of the program's, now and then, what it can do meanwhile. Without `blocked` never.
class LockWord::Asking {
 public:
  explicit Asking(WhileBlocked blocked) : blocked_(blocked), pause_ns_(blocked != nullptr ? kFirstPause_ns : 0) {}

  // How long the thread sleeps or spins before it is asked; 0 = until it has the lock.
  std::uint64_t pause_ns() const { return pause_ns_; }
  void ask(const LockWord& lock) {
    pause_ns_ = blocked_(lock, pause_ns_);
    sleep::own_long_wait.lock = &lock;  // the thread may have gone on with another task, which has waited for a lock
  }

 private:
  static constexpr std::uint64_t kFirstPause_ns = 200'000;  // many times what a sleep and a wake-up take

  const WhileBlocked blocked_;
  std::uint64_t pause_ns_;
};

bool LockWord::try_lock_while_spinning(Owner owner, Asking& asking) {
  const std::int64_t asked_ns = icv::global.spin_ns.load(relaxed);  // a limit; nothing else depends on it
  const std::int64_t pauses = asked_ns != icv::kSpinLearnt ? asked_ns / kPauseNs : kLearntPauses;
  std::int64_t step = 1;
  for (std::int64_t left = std::min(pauses, kMostPauses); left > 0; left -= step) {
    for (std::int64_t i = 0; i < step; ++i) platform::cpu_relax();
    if (try_lock(owner)) return true;
    if (step < kMaxStep) step *= 2;
  }
  return pauses > kMostPauses && try_lock_for(static_cast<std::uint64_t>(asked_ns), owner, asking);
}

// The user has threads spin for longer than any section takes that has a processor. So the holder may need this one, and
// the thread is asked as one that sleeps is: nobody else may be able to go on with the task that holds the lock.
[[gnu::cold]] bool LockWord::try_lock_for(std::uint64_t spin_ns, Owner owner, Asking& asking) {
  const std::uint64_t began = platform::now_ns();
  for (std::uint64_t now = began, asked = began; now - began < spin_ns; now = platform::now_ns()) {
    if (sleep::oversubscribed() && sleep::yields_do_harm()) return false;
    if (asking.pause_ns() != 0 && now - asked >= asking.pause_ns()) {
      asking.ask(*this);
      asked = platform::now_ns();
    }
    for (std::int64_t left = kMostPauses; left > 0; left -= kMaxStep) {
      if (try_lock(owner)) return true;
      for (std::int64_t i = 0; i < kMaxStep; ++i) platform::cpu_relax();
    }
    platform::yield_processor();
  }
  return false;
}

[[gnu::cold]] void LockWord::lock_contended(Owner owner) {
  platform::probe::lock_wait(this);
  sleep::own_long_wait.lock = this;
  Asking never(nullptr);
  if (!try_lock_while_spinning(owner, never))
    lock_asleep(owner, [this](std::uint32_t seen) { platform::futex_wait(word_, seen); });
  sleep::own_long_wait.lock = nullptr;
  platform::probe::lock_got(this);
}

[[gnu::cold]] void LockWord::lock_contended_in_program(Owner owner) {
  platform::probe::lock_wait(this);
  sleep::own_long_wait.lock = this;
  Asking asking(while_blocked.load(acquire));  // as it was registered
  if (!try_lock_while_spinning(owner, asking)) {
    lock_asleep(owner, [&](std::uint32_t seen) {
      if (platform::futex_wait(word_, seen, asking.pause_ns()) == platform::WaitResult::timed_out) asking.ask(*this);
    });
  }
  sleep::own_long_wait.lock = nullptr;
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
