#include "core/threads/watchdog.h"

#include "core/icv/icv.h"
#include "platform/thread.h"

namespace xomp::threading {

namespace {

constexpr std::uint64_t kLife_ns = 2'000'000'000, kHurriedLife_ns = 1;  // how long it stays with nothing to look at

}  // namespace

constinit Watchdog watchdog;

void* Watchdog::run(void* self) {
  Watchdog& me = *static_cast<Watchdog*>(self);
  for (;;) {
    const std::uint32_t announced = me.event_.announce();
    const Wanted wanted = me.wanted();
    const std::uint64_t ns = me.client_.next_ns();  // client_ was written before this thread was started
    const auto result = me.event_.sleep(announced, ns != 0 ? ns : wanted.life_ns);
    if (ns != 0) me.client_.look();
    else if (result == platform::WaitResult::timed_out && me.ends(wanted)) return nullptr;
  }
}

Watchdog::Wanted Watchdog::wanted() {
  const platform::ShortGuard guard(lock_);
  return {calls_, keepers_ != 0 ? 0 : hurries_ ? kHurriedLife_ns : kLife_ns};
}

bool Watchdog::ends(const Wanted& seen) {
  const platform::ShortGuard guard(lock_);
  if (keepers_ != 0 || seen.calls != calls_) return false;
  is_there_ = false;
  return true;
}

// Called with the lock held.
bool Watchdog::is_there_or_starts(const Client& client) {
  if (is_there_) return true;
  client_ = client;
  return is_there_ = platform::start_thread(run, this, icv::global.stack_bytes.load(relaxed));  // nothing depends on it
}

bool Watchdog::call(const Client& client) {
  {
    const platform::ShortGuard guard(lock_);
    if (!is_there_or_starts(client)) return false;
    hurries_ = false;
    ++calls_;
  }
  event_.notify_all();
  return true;
}

bool Watchdog::keep(const Client& client) {
  const platform::ShortGuard guard(lock_);
  if (!is_there_or_starts(client)) return false;
  ++keepers_;
  return true;
}

void Watchdog::dismiss() {
  {
    const platform::ShortGuard guard(lock_);
    if (--keepers_ != 0) return;
  }
  event_.notify_all();  // the watchdog may end from now on, so it must not sleep without a limit any longer
}

void Watchdog::hurry() {
  {
    const platform::ShortGuard guard(lock_);
    hurries_ = true;
  }
  event_.notify_all();
}

}  // namespace xomp::threading
