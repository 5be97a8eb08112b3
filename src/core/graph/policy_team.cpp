// Making the team that a scheduling policy sees, and the descriptors of what it queues.
#include "core/graph/policy_team.h"

#include <new>

#include "core/sched/finish.h"
#include "core/sched/hand_over.h"
#include "core/sched/spawn.h"
#include "core/task/task.h"
#include "platform/memory.h"

namespace xomp::graph {

PolicyTeam* make_policy_team(int seats, sched::Worker& worker) {
  const auto n = static_cast<std::size_t>(seats);
  PolicyTeam* const made = new (platform::allocate_forever(sizeof(PolicyTeam), alignof(PolicyTeam))) PolicyTeam;
  auto* const slots = static_cast<atomic<sched::TeamThread*>*>(platform::allocate_forever(n * sizeof(atomic<void*>)));
  made->all = static_cast<PolicySeat*>(platform::allocate_forever(n * sizeof(PolicySeat), alignof(PolicySeat)));
  made->count = seats;
  made->team.threads.move_to(slots);
  sched::prepare_policy(made->team, seats);
  for (int i = 0; i < seats; ++i) {
    sched::TeamThread& thread = (new (&made->all[i]) PolicySeat)->thread;
    thread.team = &made->team;
    thread.number = i;
    thread.defers = true;
    thread.worker.store(&worker,
                        relaxed);  // published with the team; that of a thread which takes the seat comes later
    thread.implicit.root.store(static_cast<std::uint16_t>(i), relaxed);  // as above, and so are those below
    thread.implicit.flags.store(task::kImplicit | task::kKnown | task::kUntied, relaxed);
    sched::policy->begin_thread(thread);
    made->team.threads.set(i, &thread);
  }
  made->team.size = seats;
  made->team.tasking.store(true, relaxed);  // as above: graphs have no regions, in which it would begin as false
  return made;
}

task::Task* describe(sched::Worker& me, std::uint32_t& count, Task* task, std::int32_t seat) {
  constexpr std::uint32_t kPace = 64;
  if (++count % kPace == 0) sched::take_returned(me);
  std::uint32_t size_class;
  task::Task* const t = me.pool.allocate(task::kHeaderBytes, &size_class);
  const std::uint32_t priority = task->priority != 0 ? std::uint32_t{task::kPriority} : 0;
  t->flags.store(size_class | task::kPlainBody | task::kKnown | priority, relaxed);  // published with the task
  t->parent.store(nullptr, relaxed);                                                 // as above, and so are those below
  t->root.store(static_cast<std::uint16_t>(seat), relaxed);
  t->depth.store(1, relaxed);
  t->unfinished = 0;
  t->priority = task->priority;
  t->saved_floor = 0;
  t->data = task;
  return t;
}

Task* described(sched::Worker& me, task::Task* descriptor) {
  if (descriptor == nullptr) return nullptr;
  Task* const task = static_cast<Task*>(descriptor->data);
  sched::discard(me, descriptor);
  return task;
}

void put_described(sched::Worker& me, const Task* task, task::Task* descriptor) {
  const bool by_policy = sched::policy->by_priority || task->priority == 0;
  if (by_policy && sched::policy->make_ready(me, *descriptor, false)) return;
  sched::put_aside(*me.thread->team, descriptor);
}

}  // namespace xomp::graph
