// The shared queue's side of handing over, and waking.
#include "core/sched/hand_over.h"

#include "core/sched/finish.h"
#include "core/task/dependences.h"

namespace xomp::sched {

namespace {

// The task is where all look. Its creator may nap in a wait for it.
void wake_creator(std::int32_t owner) {
  Worker& creator = *workers[owner];
  if (creator.returned.load(relaxed) == asleep_mark()) wake(creator);  // hint: a nap ends by itself, too
}

void put_shared(TeamTasks& team, Task* t) {
  const std::int32_t owner = t->owner;
  team.shared.put(t, t->has(task::kPriority) ? t->priority : 0);
  // [SLEEP-1] ordered in wake_idle. A thread that looked while the task was in no queue sleeps by now.
  if (!team.tasking.load(relaxed)) team.tasking.store(true, relaxed);
  wake_idle(team);
  wake_creator(owner);
}

}  // namespace

void put_aside(TeamTasks& team, Task* t) { put_shared(team, t); }

void put_prioritised(Worker& me, Task* t) {
  me.thread->team->shared.put(t, t->priority);
  announce(me, kAnyone);
}

void wake_idle(TeamTasks& team) {
  platform::fence_seq_cst();  // [SLEEP-1] what was written before, then the sleepers
  if (team.sleepers.load(relaxed) != 0) team.idle_event.signal();
}

void wake(Worker& worker) { worker.returned_event.signal(); }

void wake_holder(TeamTasks& team, Holder holder) {
  TeamThread& thread = *team.threads[holder];
  switch (thread.rest.load(acquire)) {
    case Rest::none: break;
    case Rest::idle: team.idle_event.wake_all_of(as_sleeper(holder)); break;
    case Rest::napping: wake(*thread.worker); break;
  }
}

void announce(Worker& me, Holder holder) {
  TeamTasks& team = *me.thread->team;
  const bool first = !team.tasking.load(relaxed);  // ordered below
  if (first) {
    team.tasking.store(true, relaxed);
    platform::fence_seq_cst();  // [SLEEP-1] a sleeper that has not seen it makes no heavy fence
  } else {
    platform::fence_light();  // [POLICY-1]
  }
  if (holder != kAnyone && holder != me.thread->number) wake_holder(team, holder);
  if (team.sleepers.load(relaxed) == 0) return;  // [POLICY-1]
  if (first) {
    team.idle_event.signal();
  } else if (holder == kAnyone) {
    team.idle_event.wake_one();
  }
}

void make_ready(Worker& me, Task& t, ReadyQueue queue) {
  if (t.has(task::kUndeferred)) {
    Worker& owner = *workers[t.owner];
    t.handshake.store(1, release);
    return wake(owner);
  }
  // In fork()'s child the policy's queues belong to threads that do not exist.
  const bool by_policy =
      queue != ReadyQueue::shared && !me.thread->team->alone && (policy->by_priority || !t.has(task::kPriority));
  if (by_policy && policy->make_ready(me, t, queue == ReadyQueue::next)) return;
  if (queue != ReadyQueue::shared && t.has(task::kPriority) && !me.thread->team->alone) return put_prioritised(me, &t);
  put_shared(*static_cast<TeamTasks*>(t.dependences->team), &t);
}

}  // namespace xomp::sched
