// Handing over a new task with clauses, and asking the policy whether tasks enough wait.
#include "core/sched/spawn.h"

#include "core/sched/dependent.h"
#include "core/sched/execute.h"
#include "core/sched/hand_over.h"
#include "core/sched/in_place.h"

namespace xomp::sched {

void begin_region(Worker& me) {
  TeamThread& thread = *me.thread;
  if (thread.policy_object != thread.team->policy_object.load(relaxed)) [[unlikely]]  // published with the region
    claim_object(thread);
  thread.most_children = kMostChildren;
  thread.deep_from = common_parameter(kInPlace) != 0 ? kDeep : kNeverDeep;
  thread.grant = &thread.no_grant;
  thread.full_left = thread.full_streak = 0;
  thread.created_when_full = thread.created_at_return = 0;  // `created` begins anew
  if (is_many(*thread.team)) me.returned_rings.expect_many();
  policy->begin_region(me);
}

namespace {

inline bool ask(Worker& me) {
  TeamThread& thread = *me.thread;
  if (thread.deep_from == kNeverDeep) return false;
  const Grant grant = policy->grant_in_place(me);
  thread.grant = grant == Grant::until_requested ? thread.requested : &thread.no_grant;
  return grant != Grant::none;
}

}  // namespace

bool ask_if_enough(Worker& me) { return ask(me); }

Fate settle_fate(Worker& me, bool may_be_deferred) {
  if (may_be_deferred && me.thread->defers && !ask(me)) return Fate::deferred;
  return platform::stack_address() >= me.look_below ? Fate::in_place : Fate::in_place_with_a_look;
}

void submit(Worker& me, Task* t) {
  const bool included = me.current->has(task::kFinal);  // a final task itself may wait for a thread
  const bool waits = t->has(task::kDetachable);         // a thread may have to go on for it to end
  if (included || (!me.thread->defers && !waits) || (!t->has(task::kSpecial) && runs_in_place(me)))
    return run_undeferred(me, t);
  adopt(me, t);
  count_created(me, t);
  count_deferred(me);
  take_returned_at_times(me);
  if (starts_alone(me, t)) return execute(me, t);
  TeamTasks& team = *me.thread->team;
  const bool by_policy = !team.alone && (!t->has(task::kPriority) || policy->by_priority);
  if (by_policy) return policy->make_available(me, t);
  put_aside(team, t);
}

}  // namespace xomp::sched
