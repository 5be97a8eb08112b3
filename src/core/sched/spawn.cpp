// Handing over a new task with clauses, and asking the policy whether tasks enough wait.
#include "core/sched/spawn.h"

#include "core/sched/dependent.h"
#include "core/sched/execute.h"
#include "core/sched/hand_over.h"
#include "core/sched/in_place.h"
#include "core/sched/waiting.h"
#include "core/task/dependences.h"
#include "platform/memory.h"

namespace xomp::sched {

Task* regain_memory(Worker& me, std::size_t bytes, std::uint32_t* size_class) {
  Task* found = nullptr;
  const Task* const self = me.current;  // stays where it is: a task with children that others may find is published
  wait_until(me, [&] {
    take_returned(me);
    found = me.pool.try_allocate(bytes, size_class);
    return found != nullptr || self->unfinished == 0;
  });
  if (found == nullptr && me.current->has(task::kHasTable)) {  // the table still holds tasks that have ended
    task::forget_siblings(me.pool, me.current);
    found = me.pool.try_allocate(bytes, size_class);
  }
  if (found == nullptr) found = me.pool.allocate_from_reserve(bytes, size_class);
  if (found == nullptr) platform::out_of_memory("a task");
  return found;
}

void begin_region(Worker& me) {
  TeamThread& thread = *me.thread;
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
