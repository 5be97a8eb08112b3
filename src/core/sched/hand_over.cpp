// The shared queue's side of handing over, and waking.
#include "core/sched/hand_over.h"

#include "core/sched/finish.h"
#include "core/task/dependences.h"

namespace xomp::sched {

namespace {

// Called for the team's first task in this region, because sleepers have not looked for any before. Where one sleeper
// watches for all, one is woken in any case, and it watches if enough are awake (CROWD-1). Otherwise all are woken.
// Under policies with holders no sleep is without a limit from now on (STRANDED-1).
void wake_for_first(TeamTasks& team) {
  if (team.sleepers.load(relaxed) == 0) return;  // [SLEEP-1]
  if (one_watches(team)) team.idle_event.notify_one();
  else team.idle_event.notify_all();
}

// The task is where all threads look. Its creator may wait for it in a timed wait, so it is woken, too.
void wake_creator(std::int32_t owner) {
  Worker& creator = *workers[owner];
  if (creator.returned.load(relaxed) == asleep_mark()) wake(creator);  // hint: a timed wait ends by itself, too
}

}  // namespace

void spill(TeamTasks& team, Task* t) {
  const std::int32_t owner = t->owner;
  team.shared.put(t, t->has(task::kPriority) ? t->priority : 0);
  // A thread that looked while the task was in no queue may sleep by now, so the sleepers are looked at after the put.
  const bool first = !team.tasking.load(relaxed);  // ordered below
  if (first) team.tasking.store(true, relaxed);
  platform::fence_seq_cst();  // [SLEEP-1] the queue and `tasking`, then the sleepers
  if (first) wake_for_first(team);
  else notify_one_more(team);
  wake_creator(owner);
}

void put_prioritised(Worker& me, Task* t) {
  me.thread->team->shared.put(t, t->priority);
  announce(me, kAnyone);
}

void wake_idle(TeamTasks& team) {
  platform::fence_seq_cst();  // [SLEEP-1] what was written before, then the sleepers
  if (team.sleepers.load(relaxed) != 0) team.idle_event.notify_all();
}

void wake(Worker& worker) { worker.returned_event.notify_all(); }

void wake_holder(TeamTasks& team, Holder holder) {
  TeamThread& thread = *team.threads[holder];
  switch (thread.rest.load(acquire)) {
    case Rest::none: break;
    case Rest::idle: team.idle_event.notify_all_of(as_sleeper(holder)); break;
    case Rest::in_task: wake(*thread.worker.load(acquire)); break;  // [TEAM-1]
  }
}

void announce(Worker& me, Holder holder) {
  TeamTasks& team = *me.thread->team;
  const bool first = !team.tasking.load(relaxed);  // ordered below
  if (first) {
    team.tasking.store(true, relaxed);
    platform::fence_seq_cst();  // [SLEEP-1] a sleeper that has not seen it makes no heavy fence
  } else {
    sleep::fence_after_putting();  // [SLEEP-1] [POLICY-1]
  }
  if (holder != kAnyone && holder != me.thread->number) wake_holder(team, holder);
  if (first) wake_for_first(team);                    // [POLICY-1]
  else if (holder == kAnyone) notify_one_more(team);  // [POLICY-1]
}

void make_ready(Worker& me, Task& t, ReadyQueue queue) {
  if (t.has(task::kUndeferred)) {
    Worker& owner = *workers[t.owner];
    t.handshake.store(1, release);
    return wake(owner);
  }
  // In fork()'s child the policy's queues belong to threads that do not exist, so the shared queue must do.
  const bool by_policy =
      queue != ReadyQueue::shared && !me.thread->team->alone && (policy->by_priority || !t.has(task::kPriority));
  if (by_policy && policy->make_ready(me, t, queue == ReadyQueue::next)) return;
  if (queue != ReadyQueue::shared && t.has(task::kPriority) && !me.thread->team->alone) return put_prioritised(me, &t);
  spill(*static_cast<TeamTasks*>(t.dependences->team), &t);
}

}  // namespace xomp::sched
