// Taskgroups of the current task. GROUP-1, their counting, stands in core/task/taskgroup.h.
#include "core/sched/taskgroup.h"

#include "core/sched/finish.h"
#include "core/sched/hand_over.h"
#include "core/sched/spawn.h"
#include "core/sched/taskgraph.h"
#include "core/task/reduction.h"
#include "core/task/taskgroup.h"

namespace xomp::sched {

void count_in_taskgroup(Worker& me, Task* t) {
  t->created_in = t->taskgroup;
  t->set(task::kInTaskgroup);
  t->taskgroup->counts_of(me.thread->number).count_created();
}

void begin_taskgroup(Worker& me) {
  Task* const t = me.current;
  t->taskgroup = task::Taskgroup::open(me.pool, t->taskgroup, t, me.thread->number, me.thread->team->size);
}

void wait_for_taskgroup(Worker& me) {
  task::Taskgroup* const group = me.current->taskgroup;
  if (group == nullptr || group->opened_by != me.current) return;
  policy->wait_for_taskgroup(me, *group);
  take_returned(me);
}

void end_taskgroup(Worker& me) {
  Task* const t = me.current;
  task::Taskgroup* const group = t->taskgroup;
  if (group == nullptr || group->opened_by != t) return;
  if (me.recording != nullptr) [[unlikely]]
    record_wait(me);
  if (!group->never_used()) wait_for_taskgroup(me);
  if (group->reductions != nullptr) [[unlikely]]
    task::end_reductions(*group);
  t->taskgroup = group->outer;
  group->close(me.pool);
}

}  // namespace xomp::sched
