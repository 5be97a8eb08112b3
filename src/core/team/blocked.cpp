// A task may hold a lock over a wait. The runtime cannot see that, and OpenMP allows a program to be stuck by it (5.2,
// section 12.9: a program may not rely on an order of tasks). Two things let such programs end nevertheless.
//
// Other threads get what the blocked thread has queued, because the task that holds the lock may wait for it.
//
// The thread goes back to a wait that it has left and that is over (SUSPEND-1). The task of that wait may hold the
// lock, and no other thread can resume it. A task may be resumed at any time, so nothing is asked of the constraint: no
// new task begins. The task that wants the lock is suspended meanwhile, on a stack that is bound if it is tied, as in
// any wait. Its thread comes back to it when the lock looks free, or when there is nothing else to go on with.
#include "core/team/blocked.h"

#include "core/sched/finish.h"
#include "core/sched/suspended.h"
#include "core/sync/lock_word.h"

namespace xomp::team {

namespace {

class ForLock final : public sched::Waiter {
 public:
  explicit ForLock(const sync::LockWord& lock)
      : Waiter(sched::Allowed::none, sched::Wait::tasks, sched::Awaited::lock), lock_(lock) {}
  bool has_ended() override { return lock_.looks_free(); }

 private:
  const sync::LockWord& lock_;
};

}  // namespace

std::uint64_t while_blocked(const sync::LockWord& lock, std::uint64_t slept_ns) {
  constexpr std::uint64_t kLongest_ns = 20'000'000, kSoon_ns = 1'000'000;
  sched::Worker* const me = sched::own_worker;
  if (me == nullptr || me->thread == nullptr || !me->thread->defers) return 0;  // alone in its team
  sched::policy->before_sleep(*me, sched::Allowed::none);
  const std::uint64_t next_ns = slept_ns < kLongest_ns ? 2 * slept_ns : kLongest_ns;
  if (me->thread->suspended == nullptr) return sched::policy->holders_only ? next_ns : 0;
  sched::take_returned(*me);  // a wait may be over by that
  const sched::OnTop on_top(*me);
  if (sched::Suspended* const over = sched::find_over(*me)) {
    ForLock waiter(lock);
    sched::resume(*me, waiter, *over);
    return kSoon_ns;
  }
  return next_ns;
}

}  // namespace xomp::team
