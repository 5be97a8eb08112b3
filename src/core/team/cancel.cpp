// Cancellation: asking, finding out, and the end of a cancelled region.
#include "core/team/cancel.h"

#include "core/sched/policy.h"

#include "core/task/taskgroup.h"

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
  return true;
}

bool cancel_worksharing(Worker& me, Construct construct) {
  Team& team = team_of(me);
  std::uint32_t seen = team.cancelled_construct.load(relaxed);
  const std::uint32_t wanted = request_word(team, construct);
  // What is left there from before the last barrier counts for nothing.
  while (seen >> 8 != wanted >> 8 || seen == 0)
    if (team.cancelled_construct.compare_exchange_weak(seen, wanted, relaxed, relaxed)) return true;
  return seen == wanted;  // the first request wins
}

struct Leaving {
  Team* team;
  const Thread* thread;
  bool done() const {
    if (team->left.load(acquire) == team->size && sched::team_is_quiescent(*team)) return true;  // [CANCEL-1]
    return next_region();  // the primary saw it, and went on
  }
  bool next_region() const { return thread->number != 0 && team->word.look().number() != thread->last_region; }
};

// A task that a late thread finds in its own queue may be the next region's, in which it does not count yet; the take
// has acquired that region's beginning. As in the barrier it goes where all look.
void run_or_give_back(Worker& me, const Leaving& leaving, task::Task* t) {
  if (!leaving.next_region()) return sched::execute(me, t);
  leaving.team->shared.put(t, t->has(task::kPriority) ? t->priority : 0);
  sched::wake_idle(*leaving.team);
}

// As in a barrier: runs what is left.
void wait_for_leavers(Worker& me, Leaving leaving) {
  sleep::Patience patience(me.waits(sched::Wait::barrier));
  sched::IdleNap nap;
  for (;;) {
    if (leaving.next_region()) break;
    sched::take_returned(me);
    if (task::Task* t = sched::next_task(me, sched::Allowed::any)) {
      run_or_give_back(me, leaving, t);
      nap = {};
      continue;
    }
    if (leaving.done()) break;
    if (patience.step() != sleep::Step::sleep) continue;
    if (task::Task* t = sched::search_hard(me, sched::Allowed::any)) {
      run_or_give_back(me, leaving, t);
      nap = {};
      continue;
    }
    sched::sleep_idle(me, {[](void* p) { return static_cast<Leaving*>(p)->done(); }, &leaving}, nap);
  }
  patience.finish();
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
      return (group != nullptr && group->cancelled.load(relaxed)) || team.cancelled.load(relaxed);  // as above
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
  sched::taskwait(me);
  while (task::Task* t = sched::next_task(me, sched::Allowed::any)) sched::execute(me, t);
  const bool is_primary = me.thread->number == 0;
  team.left.fetch_add(1, acq_rel);  // [CANCEL-1]
  if (sched::policy->holders_only) {
    // Until nothing is left that only this thread can take.
    sched::wake_idle(team);
    wait_for_leavers(me, {&team, &thread_of(me)});
    sched::wake_idle(team);
  } else if (is_primary) {
    wait_for_leavers(me, {&team, &thread_of(me)});
  } else {
    sched::wake_idle(team);
  }
}

}  // namespace xomp::team
