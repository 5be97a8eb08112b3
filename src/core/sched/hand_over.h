// Where a ready task goes that does not run at once, as far as the policy does not decide it: the team's shared queue,
// and which threads to wake. Any thread, unless a comment says otherwise.
//
// SLEEP-1 (core/sleep/last_look.h) in a team: the word that tells of sleepers is `sleepers`.
//   sleeper: sleepers + 1; if `tasking`: before_sleep() of the policy, heavy fence; has_work() and the shared queue; sleeps.
//   maker:   the task is where has_work() looks; light fence (a full one with the first task of a region); sleepers.
//   A thread that spills a task, or ends a wait, passes a full fence (wake_idle). A new task with a
//   priority needs a light one only, as a deferred task does: the sleeper looks at the shared queue after its fence.
#pragma once

#include "core/sched/policy.h"
#include "core/sched/worker.h"
#include "core/sleep/last_look.h"
#include "core/sleep/pressure.h"
#include "platform/random.h"

namespace xomp::sched {

// Puts a task where every thread of the team looks, because it has a priority, or its taker may not run it, or there is
// no better place.
void spill(TeamTasks& team, Task* t);

// Puts a task with a priority where every thread of this thread's team looks, and wakes one.
void put_prioritised(Worker& me, Task* t);

// Wakes the threads that sleep until the team has work. The caller must have written before what they wait for.
void wake_idle(TeamTasks& team);
// CROWD-1 (idle_sleep.cpp). The first says whether the team has more threads than processors. needs_more() says whether fewer
// threads are awake than there are processors, without the callers that are about to sleep.
inline bool is_oversubscribed(const TeamTasks& team) { return team.size > sleep::own_threads.processors.load(relaxed); }
// Says whether, by CROWD-1, one of the team's sleepers watches for all. If only the holder of a task can take it, one
// cannot watch for others, so each looks again.
inline bool one_watches(const TeamTasks& team) { return is_oversubscribed(team) && !policy->holders_only; }
inline bool needs_more(const TeamTasks& team, int about_to_sleep = 0) {
  const std::int32_t awake = team.size - team.sleepers.load(relaxed) - about_to_sleep;  // [SLEEP-1] after the fence
  return awake < sleep::own_threads.processors.load(relaxed);                           // written at start
}
// [CROWD-1] Wakes one thread that sleeps until the team has work, unless enough are awake. What it wakes for has been
// written, and the caller has passed a fence that SLEEP-1 names; or it is a hint, and the tasks were announced before.
inline void notify_one_more(TeamTasks& team) {
  if (team.sleepers.load(relaxed) != 0 && needs_more(team)) team.idle_event.notify_one();
}
// Wakes a worker that waits inside a task.
void wake(Worker& worker);
// [POLICY-1] Wakes the one thread that can take the task, if it sleeps. The caller has passed a light fence.
void wake_holder(TeamTasks& team, Holder holder);
// The class of sleepers in which a thread sleeps on its team's idle_event. Without classes a policy that gives tasks to
// single threads would wake all threads for each task.
inline platform::Sleepers as_sleeper(int number) { return platform::Sleepers{1} << (number % 32); }

// Wakes a thread for a task that the policy has put for `holder` without a look at the sleepers. Called by
// the thread that put it.
void announce(Worker& me, Holder holder);

// Hands over a task whose last reason to wait has gone; called by the thread that removed the reason.
enum class ReadyQueue : std::uint8_t {
  own,     // siblings of a task that this thread executed: they descend from whatever it may wait in now
  next,    // as `own`, and the thread takes its next task at once or shares: it need not share the only one
  shared,  // made ready by an event, which any thread may fulfil
};
void make_ready(Worker& me, Task& task, ReadyQueue queue);
// Hands over all tasks of a list, which are linked by `next`.
inline void make_ready(Worker& me, Task* list, ReadyQueue queue) {
  while (Task* const t = list) {
    list = t->next;
    make_ready(me, *t, queue);
  }
}

// Called by a thread that goes on with something else than its next task: a thief that wants work
// shall not wait for that.
inline void share_rest(Worker& me) { policy->share(me, Going::into_task); }

// Makes the next number of the calling worker's own generator.
inline std::uint32_t next_random(Worker& me) { return platform::next_random(me.random); }

}  // namespace xomp::sched
