// The two halves of a detachable task's end.
#include "core/sched/detach.h"

#include "core/sched/execute.h"
#include "core/sched/finish.h"
#include "core/sched/hand_over.h"
#include "core/sched/waiting.h"
#include "platform/message.h"

namespace xomp::sched {

namespace {

// Bits of Task::completion. kWaits: the task is undeferred, so its executor waits for the event
// and ends the task itself.
constexpr std::uint32_t kBodyOver = 1, kFulfilled = 2, kWaits = 4;

}  // namespace

bool leave_to_event(Worker& me, Task* t) {
  // Another thread may do what comes after, and it cannot count this one's children.
  if (t->unfinished != 0) {
    Task* const before = me.current;
    me.current = t;
    policy->wait_for_children(me);
    me.current = before;
  }
  const std::uint32_t over = t->has(task::kUndeferred) ? kBodyOver | kWaits : kBodyOver;
  return (t->completion.fetch_or(over, acq_rel) & kFulfilled) != 0;  // [DETACH-1]
}

bool is_fulfilled(const Task* t) { return (t->completion.load(acquire) & kFulfilled) != 0; }

void fulfill_event(Worker& me, Task* t) {
  // These are read first: afterwards the task may be gone.
  Worker* const owner = workers[t->owner];
  TeamTasks* const team = t->team;
  const std::uint32_t seen = t->completion.fetch_or(kFulfilled, acq_rel);  // [DETACH-1]
  if ((seen & kFulfilled) != 0) platform::fatal("omp_fulfill_event: the event was fulfilled before");
  if ((seen & kBodyOver) == 0) return;
  if ((seen & kWaits) != 0) return wake(*owner);
  const bool in_team = me.thread->team == team;
  tell_others(me, t, ReadyQueue::shared, in_team);
  retire(me, t);
  if (in_team) {
    me.thread->finished.store(me.thread->finished.load(relaxed) + 1, release);  // [BARRIER-1]
  } else {
    team->finished_elsewhere.fetch_add(1, release);  // [BARRIER-1]
  }
  wake_idle(*team);
  wake(*owner);  // it may wait for the group, or alone for its team, and has been woken too early by the return
}

}  // namespace xomp::sched
