// Cancellation: asking, finding out, and the end of a cancelled region.
#include "core/team/cancel.h"

#include <cassert>

#include "core/sched/detach.h"
#include "core/sched/execute.h"
#include "core/sched/waiting.h"
#include "core/task/taskgroup.h"
#include "core/team/construct_reductions.h"

namespace xomp::team {

namespace {

// [CANCEL-2] the request's word; never 0.
std::uint32_t request_word(const Team& team, Construct construct) {
  return team.barrier.look().completions() << 8 | static_cast<std::uint32_t>(construct);
}

bool cancel_region(Worker& me) {
  Team& team = team_of(me);
  team.cancelled.store(true, release);  // [CANCEL-1]
  team.loops.cancel();
  sched::wake_idle(team);
  return true;
}

bool cancel_taskgroup(Worker& me) {
  task::Taskgroup* const group = task::explicit_group(me.current->taskgroup);
  if (group == nullptr) return false;
  group->cancelled.store(true, relaxed);  // tasks look at it when they start; sooner or later
  sched::forgo_event(me, me.current);     // the task goes to its end, which completes it
  return true;
}

bool cancel_worksharing(Worker& me, Construct construct) {
  Team& team = team_of(me);
  std::uint32_t seen = team.cancelled_construct.load(relaxed);
  const std::uint32_t wanted = request_word(team, construct);
  // What is left there from before the last barrier counts for nothing, so it may be overwritten.
  while (seen >> 8 != wanted >> 8 || seen == 0)
    if (team.cancelled_construct.compare_exchange_weak(seen, wanted, relaxed, relaxed)) return true;
  return seen == wanted;  // the first request wins
}

// The end of a cancelled region, in place of its barrier: runs what is left.
class AmongLeavers final : public sched::Waiter {
 public:
  AmongLeavers(Team& team, const Thread& thread)
      : Waiter(sched::Allowed::any, sched::Wait::barrier, sched::Awaited::leavers), team_(team), thread_(thread) {
    may_be_late = true;
  }

  bool is_over(Worker& me) override {
    sched::take_returned(me);
    return next_region();
  }
  bool is_over_without_tasks(Worker&) override { return all_have_left(); }
  // A late thread may find a task of the next region in its own queue. The take has acquired that region's beginning,
  // so this look is sure.
  bool is_late(const task::Task&) override { return next_region(); }
  void sleep(Worker& me, sched::TimedWait& timed_wait) override {
    sched::sleep_idle(me,
                      {[](void* p) {
                         const auto& w = *static_cast<AmongLeavers*>(p);
                         return w.all_have_left() || w.next_region();
                       },
                       this},
                      timed_wait);
  }

 private:
  // Returns true also if the count is 0. The primary saw that all had left then, and prepares the next region: a thread
  // that has left is in the count until then.
  bool all_have_left() const {
    const std::int32_t left = team_.left.load(acquire);  // [CANCEL-1]
    return left == 0 || (left == team_.size && sched::team_is_quiescent(team_));
  }
  // Says whether the next region has begun.
  bool next_region() const { return thread_.number != 0 && team_.word.look().number() != thread_.last_region; }

  Team& team_;
  const Thread& thread_;
};

// A wait whose stack this thread has left can be resumed by this thread only (SUSPEND-1).
class UntilAllResumed final : public sched::Waiter {
 public:
  UntilAllResumed() : Waiter(sched::Allowed::any, sched::Wait::barrier, sched::Awaited::leavers) {}

  bool is_over(Worker& me) override {
    sched::take_returned(me);
    return me.thread->suspended == nullptr;
  }
  // Must not be called: the thread goes to the newest such wait, and sleeps there.
  void sleep(Worker&, sched::TimedWait&) override { assert(false && "a wait that was left can be gone back to"); }
};

void wait_for_leavers(Worker& me, Team& team) {
  AmongLeavers waiter(team, thread_of(me));
  sched::wait(me, waiter);
}

}  // namespace

bool cancel(Worker& me, Construct construct) {
  if (!icv::global.cancellation) return false;
  switch (construct) {
    case Construct::parallel: return cancel_region(me);
    case Construct::taskgroup: return cancel_taskgroup(me);
    default: return cancel_worksharing(me, construct);
  }
}

bool cancellation_point(Worker& me, Construct construct) {
  if (!icv::global.cancellation) return false;
  const Team& team = team_of(me);
  switch (construct) {
    case Construct::parallel: return team.cancelled.load(relaxed);  // the barriers give it up under CANCEL-1
    case Construct::taskgroup: {
      const task::Taskgroup* group = task::explicit_group(me.current->taskgroup);
      const bool is_cancelled = (group != nullptr && group->cancelled.load(relaxed)) || team.cancelled.load(relaxed);
      if (is_cancelled) sched::forgo_event(me, me.current);  // as above, twice
      return is_cancelled;
    }
    default: return team.cancelled_construct.load(relaxed) == request_word(team, construct);  // sooner or later
  }
}

bool cancellable_barrier(Worker& me) {
  if (pass_barrier(me) == Passage::given_up) return true;
  return icv::global.cancellation && team_of(me).cancelled.load(relaxed);  // any time after the request will do
}

void leave_cancelled_region(Worker& me) {
  Team& team = team_of(me);
  leave_cancelled_constructs(me);
  sched::taskwait(me);
  while (task::Task* t = sched::policy->next_task(me, sched::Allowed::any)) sched::execute(me, t);
  UntilAllResumed none_is_left;
  sched::wait(me, none_is_left);
  const bool is_primary = me.thread->number == 0;
  team.left.fetch_add(1, acq_rel);  // [CANCEL-1]
  if (sched::policy->holders_only) {
    // Waits until nothing is left that only this thread can take.
    sched::wake_idle(team);
    wait_for_leavers(me, team);
    sched::wake_idle(team);
  } else if (is_primary) {
    wait_for_leavers(me, team);
  } else {
    sched::wake_idle(team);
  }
}

}  // namespace xomp::team
