#include "core/team/construct_reductions.h"

#include <utility>

#include "core/sched/taskgroup.h"
#include "core/task/taskgroup.h"
#include "platform/message.h"

namespace xomp::team {

namespace {

task::SharedReduction& shared_by(Worker& me, ReducingConstruct construct) {
  return team_of(me).task_reductions[static_cast<int>(construct)];
}

}  // namespace

task::Taskgroup& begin_construct_group(Worker& me, ReducingConstruct construct) {
  sched::begin_taskgroup(me);
  task::Taskgroup& group = *me.current->taskgroup;
  group.of_construct = true;
  group.of_worksharing = construct == ReducingConstruct::worksharing;
  return group;
}

task::ReductionStorage join_construct_storage(Worker& me, ReducingConstruct construct, std::size_t stride) {
  return shared_by(me, construct).join(stride, me.thread->team->size);
}

void end_construct_storage(Worker& me, ReducingConstruct construct) {
  task::Taskgroup* const group = me.current->taskgroup;
  if (group == nullptr || group->reductions == nullptr) return;
  sched::wait_for_taskgroup(me);
  // The group's end frees the list, so what the last thread needs of it is copied before.
  task::TaskReductions* const r = group->reductions;
  group->reductions = r->next;
  sched::end_taskgroup(me);
  if (shared_by(me, construct).leave()) {
    task::combine_copies(*r);
    task::free_storage(r->storage);
  }
  task::free_list_entry(r);
}

void leave_cancelled_worksharing(Worker& me) {
  const task::Taskgroup* const group = me.current->taskgroup;
  if (group != nullptr && group->of_worksharing && group->opened_by == me.current)
    end_construct_storage(me, ReducingConstruct::worksharing);
}

void leave_cancelled_constructs(Worker& me) {
  for (;;) {
    task::Taskgroup* const group = me.current->taskgroup;
    if (group == nullptr || group->opened_by != me.current) return;
    sched::wait_for_taskgroup(me);
    while (task::TaskReductions* const r = group->reductions) {
      group->reductions = r->next;
      task::free_list_entry(r);
    }
    sched::end_taskgroup(me);
  }
}

void end_combined_construct(Worker& me) {
  const bool frees_storage = me.thread->number == 0;
  sched::wait_for_taskgroup(me);  // its tasks read the list
  task::TaskReductions* r = std::exchange(me.current->taskgroup->reductions, nullptr);
  sched::end_taskgroup(me);
  while (r != nullptr) {
    if (frees_storage) task::free_storage(r->storage);
    task::free_list_entry(std::exchange(r, r->next));
  }
}

task::PrivateCopy find_private_copy(Worker& me, const task::Taskgroup* innermost, void* address) {
  const task::PrivateCopy copy = task::private_copy(innermost, address, me.thread->number);
  if (copy.place == nullptr)
    platform::fatal("in_reduction: no enclosing taskgroup has a task reduction of the variable at %p", address);
  return copy;
}

}  // namespace xomp::team
