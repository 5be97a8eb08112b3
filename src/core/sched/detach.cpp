// The two halves of a detachable task's end.
#include "core/sched/detach.h"

#include "core/sched/execute.h"
#include "core/sched/finish.h"
#include "core/sched/hand_over.h"
#include "core/sched/waiting.h"
#include "platform/message.h"

namespace xomp::sched {

using task::CompletionEvent;
using task::EventState;

task::EventHandle open_event(Worker& me, Task* t) {
  CompletionEvent& event = me.events.open(t, me.thread->team);
  t->event = &event;
  t->set(task::kDetachable);
  return event.handle();
}

bool leave_to_event(Worker& me, Task* t) {
  // Another thread may do what comes after, and it cannot count this one's children.
  if (t->unfinished != 0) {
    Task* const before = me.current;
    me.current = t;
    policy->wait_for_children(me);
    me.current = before;
  }
  // Undeferred: the executor waits for the event and ends the task itself.
  const std::uint64_t over = EventState::kBodyOver | (t->has(task::kUndeferred) ? EventState::kWaits : 0);
  CompletionEvent* const event = t->event;                     // read first: afterwards the task may be gone
  const EventState seen(event->word.fetch_or(over, acq_rel));  // [DETACH-1]
  if (!seen.has(EventState::kFulfilled)) return false;
  event->close(me.events);
  return true;
}

bool is_fulfilled(const Task* t) { return t->event->state(acquire).has(EventState::kFulfilled); }  // [DETACH-1]

void forgo_event(Worker& me, Task* t) {
  if (!t->has(task::kDetachable)) return;
  t->clear(task::kDetachable);
  t->event->close(me.events);
}

namespace {

// The event was closed. So it was fulfilled before, which is an error of the program, or its task was cancelled. That
// can be told apart until the slot's next event is closed, too.
void check_closed(EventState now, std::uint64_t generation) {
  if (now.generation() < generation) platform::fatal("omp_fulfill_event: there is no such event");
  if (now.generation() == generation + 1 && now.has(EventState::kFulfilledBefore))
    platform::fatal("omp_fulfill_event: the event was fulfilled before");
}

// The body was over before the event: the fulfiller ends the task.
void end_for_event(Worker& me, CompletionEvent* event) {
  Task* const t = event->task;
  TeamTasks* const team = event->team;
  event->close(me.events);
  Worker* const owner = workers[t->owner];  // read first: afterwards the task may be gone
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

}  // namespace

void fulfill_event(Worker& me, task::EventHandle handle) {
  CompletionEvent* const event = task::event_of(handle);
  const std::uint64_t generation = task::generation_of(handle);
  if (event == nullptr || generation == 0) platform::fatal("omp_fulfill_event: there is no such event");
  std::uint64_t word = event->word.load(acquire);  // [DETACH-2]
  for (;;) {
    const EventState seen(word);
    if (seen.generation() != generation) return check_closed(seen, generation);
    if (seen.has(EventState::kFulfilled)) platform::fatal("omp_fulfill_event: the event was fulfilled before");
    if (event->word.compare_exchange_weak(word, seen.with(EventState::kFulfilled).word(), acq_rel,
                                          acquire)) {  // [DETACH-1] [DETACH-2]
      if (seen.has(EventState::kWaits)) return wake(*workers[event->home->owner()]);
      if (seen.has(EventState::kBodyOver)) end_for_event(me, event);
      return;
    }
  }
}

}  // namespace xomp::sched
