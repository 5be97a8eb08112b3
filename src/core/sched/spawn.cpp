// Handing over a new task with clauses, and the question to the policy whether tasks enough wait.
#include "core/sched/spawn.h"

#include "core/sched/dependent.h"
#include "core/sched/execute.h"
#include "core/sched/hand_over.h"
#include "core/sched/in_place.h"

namespace xomp::sched {

void begin_region(Worker& me) {
  TeamThread& thread = *me.thread;
  thread.most_children = kMostChildren;
  if (thread.in_place_left > 0) thread.in_place_left = 0;
  thread.full_left = thread.full_streak = 0;
  thread.created_when_full = thread.created_at_return = 0;  // `created` begins anew
  if (is_many(*thread.team)) me.returned_rings.expect_many();
  policy->begin_region(me);
}

bool ask_if_enough(Worker& me) {
  const int granted = policy->grant_in_place(me);
  me.thread->in_place_left = granted > 0 ? granted - 1 : granted;
  return granted > 0;
}

void submit(Worker& me, Task* t) {
  const bool included = me.current->has(task::kFinal);  // a final task itself may wait for a thread
  const bool waits = t->has(task::kDetachable);         // somebody may have to go on for it to end
  if (included || (!me.thread->defers && !waits) || (!t->has(task::kSpecial) && runs_in_place(me)))
    return run_undeferred(me, t);
  adopt(me, t);
  count_created(me, t);
  count_deferred(me);
  if (starts_alone(me, t)) return execute(me, t);
  if (!t->has(task::kPriority) || policy->by_priority) return policy->make_available(me, t);
  put_aside(*me.thread->team, t);
}

}  // namespace xomp::sched
