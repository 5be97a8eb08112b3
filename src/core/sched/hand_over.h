// Where a task goes that is ready and does not run at once, as far as that is not the policy's: the team's shared queue,
// and whom to wake. Any thread, unless said otherwise.
//
// SLEEP-1: no thread sleeps while there is work it could take.
//   sleeper: sleepers+1; if tasking: before_sleep() of the policy, heavy fence; has_work() and the shared queue; sleep.
//   pusher:  the task is where has_work() looks; light fence (a full one with the first task of a region); sleepers.
//   The heavy fence falls before or after the light one. Before: the pusher sees the sleeper. After: the sleeper's look
//   finds the task. What goes to the shared queue, or ends a wait, has a full fence of its own (wake_idle).
#pragma once

#include "core/sched/policy.h"
#include "core/sched/worker.h"

namespace xomp::sched {

// Puts a task where every thread of the team looks: one with a priority, one that its taker may not run, one for which
// there is no better place.
void put_aside(TeamTasks& team, Task* t);

// Wakes the threads that sleep until the team has work, if any; what they wait for has been written before.
void wake_idle(TeamTasks& team);
// Wakes a worker that waits inside a task.
void wake(Worker& worker);
// [POLICY-1] Wakes the one thread that can take the task, if it sleeps. After a light fence.
void wake_holder(TeamTasks& team, Holder holder);
// As which a thread sleeps on its team's idle_event: a policy that gives tasks to single threads would wake all for each.
inline platform::Sleepers as_sleeper(int number) { return platform::Sleepers{1} << (number % 32); }

// The policy has put a task for `holder` and has not looked at the sleepers. By the thread that put it.
void announce(Worker& me, Holder holder);

// Tasks whose last reason to wait has gone; called by the thread that removed it.
enum class ReadyQueue : std::uint8_t {
  own,     // siblings of a task that this thread executed: they descend from whatever it may wait in now
  next,    // as `own`, and the thread takes its next task at once or shares: it need not share the only one
  shared,  // made ready by an event, which anybody may fulfil from anywhere
};
void make_ready(Worker& me, Task& task, ReadyQueue queue);
// A list of them, linked by `next`.
inline void make_ready(Worker& me, Task* list, ReadyQueue queue) {
  while (Task* const t = list) {
    list = t->next;
    make_ready(me, *t, queue);
  }
}

// The thread goes on with something else than its next task: a thief that wants work shall not wait for that.
inline void share_rest(Worker& me) { policy->share(me, Going::into_task); }

// xorshift; the calling worker's own.
inline std::uint32_t next_random(Worker& me) {
  std::uint32_t x = me.random;
  x ^= x << 13;
  x ^= x >> 17;
  x ^= x << 5;
  return me.random = x;
}

}  // namespace xomp::sched
