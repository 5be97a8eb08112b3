// The two halves of a detachable task's end.
#include "core/sched/detach.h"

#include "core/sched/execute.h"
#include "core/sched/finish.h"
#include "core/sched/hand_over.h"
#include "core/sched/waiting.h"
#include "core/sched/watched.h"
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

namespace {

// As below, for a tool, which must hear of the two in order. Either it hears that the task goes on without its
// executor, before it hears of the event. Or it has heard of the event already, and this is the task's end.
[[gnu::noinline, gnu::cold]] bool tell_watched(Worker& me, Task* t) {
  CompletionEvent* const event = t->event;
  const platform::ShortGuard guard(event->telling);
  const bool is_fulfilled = event->state(acquire).has(EventState::kFulfilled);
  watch_end(me, t, is_fulfilled ? ompt_task_complete : ompt_task_detach);
  if (!is_fulfilled) event->word.fetch_or(EventState::kBodyOver, acq_rel);  // [DETACH-1]
  return is_fulfilled;
}

// Returns whether the event was fulfilled before, so that the caller ends the task. Otherwise the task may be gone.
bool tell_that_body_is_over(Worker& me, Task* t) {
  if (t->has(task::kWatched)) [[unlikely]]
    return tell_watched(me, t);
  const EventState seen(t->event->word.fetch_or(EventState::kBodyOver, acq_rel));  // [DETACH-1]
  return seen.has(EventState::kFulfilled);
}

}  // namespace

bool leave_to_event(Worker& me, Task* t) {
  // The task is complete once its event is fulfilled, whether or not its children have ended: one of them may be the
  // one that fulfils it. Another thread may end the task then, and cannot count its children.
  if (t->unfinished != 0) keep_for_children(t);  // [RETURN-2]
  if (!tell_that_body_is_over(me, t)) return false;
  t->clear(task::kKept);  // this thread ends it
  t->event->close(me.events);
  return true;
}

void forgo_event(Worker& me, Task* t) {
  if (!t->has(task::kDetachable)) return;
  t->clear(task::kDetachable);
  const platform::ShortGuard guard(t->event->telling);
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
  retire_after_event(me, t);
  if (in_team) {
    me.thread->finished.store(me.thread->finished.load(relaxed) + 1, release);  // [BARRIER-1]
  } else {
    team->finished_elsewhere.fetch_add(1, release);  // [BARRIER-1]
  }
  wake_idle(*team);
  wake(*owner);  // it may wait for the group, or alone for its team, and has been woken too early by the return
}

// `told()` has told the tool, if there is one, and has changed the word.
template <class Told>
void fulfill(Worker& me, CompletionEvent* event, std::uint64_t generation, Told told) {
  std::uint64_t word = event->word.load(acquire);  // [DETACH-2]
  for (;;) {
    const EventState seen(word);
    if (seen.generation() != generation) {
      told();
      return check_closed(seen, generation);
    }
    if (seen.has(EventState::kFulfilled)) platform::fatal("omp_fulfill_event: the event was fulfilled before");
    if (event->word.compare_exchange_weak(word, seen.with(EventState::kFulfilled).word(), acq_rel,
                                          acquire)) {  // [DETACH-1] [DETACH-2]
      told();
      if (seen.has(EventState::kBodyOver)) end_for_event(me, event);
      return;
    }
  }
}

}  // namespace

void fulfill_event(Worker& me, task::EventHandle handle) {
  CompletionEvent* const event = task::event_of(handle);
  const std::uint64_t generation = task::generation_of(handle);
  if (event == nullptr || generation == 0) platform::fatal("omp_fulfill_event: there is no such event");
  if (trace::is_watched()) [[unlikely]] {
    event->telling.lock();
    const EventState now =
        event->state(acquire);  // [DETACH-2] under the lock no other thread that is watched changes it
    if (now.generation() == generation && !now.has(EventState::kFulfilled) && event->task->has(task::kWatched))
      watch_fulfilment(me, event->task,
                       now.has(EventState::kBodyOver) ? ompt_task_late_fulfill : ompt_task_early_fulfill);
    fulfill(me, event, generation, [event] { event->telling.unlock(); });
  } else {
    fulfill(me, event, generation, [] {});
  }
}

}  // namespace xomp::sched
