// Running one task: its body, on a stack with room, and all that its flags ask for.
//
// DETACH-1: a detachable task ends when its body is over and its event is fulfilled. Each side sets its bit of
//   `completion` by a fetch_or (acq_rel); the one that finds the other's bit set does the rest. A fulfiller in another
//   team, or in none, counts the end in finished_elsewhere, where any thread may count.
#include "core/sched/scheduler.h"

#include "core/sched/finish.h"
#include "core/sched/in_place.h"
#include "core/task/dependences.h"
#include "core/task/taskgroup.h"
#include "platform/message.h"
#include "platform/thread.h"

namespace xomp::sched {

namespace {

// Bits of Task::completion. kWaits: undeferred, so the executor stays to end the task itself.
constexpr std::uint32_t kBodyOver = 1, kFulfilled = 2, kWaits = 4;

void call_body(Worker& me, Task* t) {
  if (t->has(task::kPlainBody)) {
    reinterpret_cast<void (*)(void*)>(t->body)(t->data);
  } else {
    reinterpret_cast<void (*)(std::int32_t, void*)>(t->body)(me.id, t->data);
  }
}

bool is_discarded(Worker& me, Task* t) {
  return t->has(task::kCancellable) && !t->has(task::kMustRun) &&
         (task::is_cancelled(t->taskgroup) || me.thread->team->cancelled.load(relaxed));
}

// True when the task may not run now and has been left with a mutexinoutset.
bool parked(Worker& me, Task* t) {
  if (!t->has(task::kHoldsMutexes)) [[likely]]
    return false;
  Task* ready;
  const bool holds = task::try_hold_mutexes(t, &ready);
  make_ready(me, ready, ReadyQueue::own);
  return !holds;
}

// The parts of an untied task follow each other on one thread: a part that has asked for the next one ends at once, so
// nothing is gained by moving it.
[[gnu::noinline]] void run_next_parts(Worker& me, Task* t) {
  while (t->resubmitted != 0) {
    --t->resubmitted;
    call_body(me, t);
  }
}

[[gnu::noinline]] void start_slow(Worker& me, Task* t) {
  if (is_discarded(me, t)) return;
  t->resubmitted = 0;
  call_body(me, t);
  run_next_parts(me, t);
}

// Undeferred, with a mutexinoutset that other tasks hold: waits for it. make_ready sets `handshake`.
void hold_mutexes(Worker& me, Task* t) {
  t->set(task::kUndeferred);
  for (;;) {
    t->handshake.store(0, relaxed);  // published by the parking
    if (!parked(me, t)) return;
    wait_running_tasks_until(me, [t] { return t->handshake.load(acquire) != 0; });
  }
}

void run_body(Worker& me, Task* t) {
  if (t->has(task::kSlowStart)) [[unlikely]] {
    start_slow(me, t);
  } else {
    call_body(me, t);
  }
}

// Successors, group: what others learn of the end besides the parent. `in_team`: me.thread belongs to the task's team.
void tell_others(Worker& me, Task* t, ReadyQueue queue, bool in_team = true) {
  if (t->has(task::kDependent)) {
    if (t->has(task::kHoldsMutexes)) [[unlikely]]
      make_ready(me, task::release_mutexes(t), queue);
    task::Edge* told = task::close_successors(t);
    while (Task* ready = task::next_ready(told)) {
      make_ready(me, *ready, queue);
    }
  }
  if (t->has(task::kInTaskgroup)) {
    task::Taskgroup* group = t->created_in;
    if (in_team) {
      group->counts_of(me.thread->number).count_finished();
    } else {
      group->finished_elsewhere.fetch_add(1, release);  // [GROUP-1]
    }
  }
}

// Statistics look at every task, else only those that find little room left do.
void set_stack_limit(Worker& me, std::uintptr_t limit) {
  me.stack_limit = limit;
  me.look_below = trace::measures ? ~std::uintptr_t{0} : limit;
  note_alone(me);
}

void find_stack_limit(Worker& me) {
  // A quarter stays for what the task itself calls.
  const platform::StackBounds bounds = platform::own_stack();
  me.stack_bytes = bounds.bytes;
  set_stack_limit(me, bounds.lowest + bounds.bytes / 4);
}

std::uintptr_t here() { return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)); }

// The stack is nearly used up: the body gets one of its own.
struct OnNewStack {
  Worker* me;
  void (*body)(void*);
  void* argument;
  std::uintptr_t limit;
  std::size_t bytes;
};

[[gnu::noinline]] void call_on_new_stack(Worker& me, void (*body)(void*), void* argument) {
  constexpr std::size_t kLeast = 1u << 20;
  OnNewStack call{&me, body, argument, me.stack_limit, me.stack_bytes < kLeast ? kLeast : me.stack_bytes};
  auto on_stack = [](void* p) {
    auto& c = *static_cast<OnNewStack*>(p);
    set_stack_limit(*c.me, here() - c.bytes + c.bytes / 4);
    c.body(c.argument);
    set_stack_limit(*c.me, c.limit);
  };
  if (!platform::call_on_new_stack(on_stack, &call, call.bytes)) body(argument);
}

void call_with_room(Worker& me, void (*body)(void*), void* argument) {
  if (me.stack_bytes == 0) find_stack_limit(me);
  if (here() < me.stack_limit) return call_on_new_stack(me, body, argument);
  body(argument);
}

struct Body {
  Worker* me;
  Task* t;
};

[[gnu::noinline, gnu::cold]] void look_and_run_body(Worker& me, Task* t) {
  Body body{&me, t};
  const trace::During working(trace::Activity::working);
  call_with_room(me, [](void* p) { run_body(*static_cast<Body*>(p)->me, static_cast<Body*>(p)->t); }, &body);
}

inline void run_here(Worker& me, Task* t) {
  if (here() < me.look_below) [[unlikely]] {
    look_and_run_body(me, t);
  } else {
    run_body(me, t);
  }
}

}  // namespace

bool end_body(Worker& me, Task* t, ReadyQueue queue) {
  if (t->has(task::kThunk)) t->thunk(me.id, t);
  if (t->has(task::kHasTable)) task::drop_table(me.pool, t);
  if (t->has(task::kDetachable)) {
    // What comes after may be done by another thread, which cannot count this one's children.
    if (t->unfinished != 0) {
      Task* const before = me.current;
      me.current = t;
      wait_for_children(me);
      me.current = before;
    }
    const std::uint32_t over = t->has(task::kUndeferred) ? kBodyOver | kWaits : kBodyOver;
    if ((t->completion.fetch_or(over, acq_rel) & kFulfilled) == 0) return false;  // [DETACH-1]
  }
  tell_others(me, t, queue);
  return true;
}

void execute(Worker& me, Task* t) {
  const std::uint32_t flags = t->flags.load(relaxed);
  if ((flags & task::kDependent) != 0 && parked(me, t)) [[unlikely]]
    return;
  TeamThread& thread = *me.thread;
  Task* const before = me.current;
  const std::uint32_t floor_before = thread.floor;
  me.current = t;
  thread.floor = thread.deque.bottom();
  if (here() < me.look_below || (flags & task::kSlowStart) != 0) [[unlikely]] {
    run_here(me, t);
  } else {
    call_body(me, t);
  }
  me.current = before;
  if (t->has(task::kSlowFinish)) [[unlikely]] {
    const bool ended = end_body(me, t, ReadyQueue::next);  // under the task's own floor, as it may wait for children
    thread.floor = floor_before;
    if (!ended) return;
  } else {
    thread.floor = floor_before;
  }
  retire_here(me, t);
  thread.finished.store(thread.finished.load(relaxed) + 1, release);  // [BARRIER-1] after all effects and messages
}

// --- in place: STACK-1 in in_place.h ---

void begin_undeferred(Worker& me, Task* t) {
  Counters::add(me.counters.undeferred);
  Task* parent = me.current;
  if (parent->has(task::kOnStack)) [[unlikely]]
    parent = make_known(me);
  begin_in_place(me, t, parent);
  t->set(parent->flags.load(relaxed) & task::kInherited);
  t->resubmitted = 0;
  if (t->has(task::kDependent | task::kDetachable)) {  // others have its address already
    t->clear(task::kKnown);
    make_known(me);
  }
}

void complete_undeferred(Worker& me, Task* t) {
  if (t->has(task::kUntied)) [[unlikely]]
    run_next_parts(me, t);  // compiled code that runs the task calls one part only
  const bool known = t->has(task::kKnown);
  me.current = t->parent.load(relaxed);                                               // this thread's own store
  const bool ended = !t->has(task::kSlowFinish) || end_body(me, t, ReadyQueue::own);  // as in execute()
  if (known) me.thread->floor = t->saved_floor;
  if (!ended) {
    // Undeferred: the generating task waits for the event, too.
    wait_running_tasks_until(me, [t] { return (t->completion.load(acquire) & kFulfilled) != 0; });
    tell_others(me, t, ReadyQueue::own);
  }
  if (known) return retire(me, t);
  me.pool.release(t, t->flags.load(relaxed) & task::kSizeClass);
}

void run_undeferred(Worker& me, Task* t) {
  if (is_simple_in_place(me, t) && here() >= me.look_below) return run_in_place(me, t, [&me, t] { call_body(me, t); });
  if (t->has(task::kDependent)) [[unlikely]]
    hold_mutexes(me, t);
  begin_undeferred(me, t);
  run_here(me, t);
  complete_undeferred(me, t);
}

void look_and_run_on_stack(Worker& me, std::uint32_t flags, void (*body)(void*), void* data) {
  Task* const t = me.current;
  if (trace::measures) Counters::add(me.counters.undeferred);
  t->set(flags | task::kPlainBody | (t->parent.load(relaxed)->flags.load(relaxed) & task::kInherited));  // own
  t->body = reinterpret_cast<void*>(body);
  t->data = data;
  run_here(me, t);
}

void run_in_task(Worker& me, void (*body)(void*), void* data) {
  run_on_stack(me, body, data, here() >= me.look_below, task::kMustRun);
}

namespace {

// Without the parent, which may be on the stack, too: a thread that follows an old link comes to this block already, so
// the block keeps the link that it has (STALE-1) until its parent has moved.
Task* copy_to_pool(Worker& me, const Task* on_stack) {
  Task* const t = create_task(me, 0, on_stack->flags.load(relaxed) & ~std::uint32_t{task::kOnStack});  // its own
  t->icv = on_stack->icv;
  t->taskgroup = on_stack->taskgroup;
  for (task::Taskgroup* group = t->taskgroup; group != nullptr; group = group->outer)
    if (group->opened_by == on_stack) group->opened_by = t;
  return t;
}

}  // namespace

// [STACK-1] What this writes is published with the task that is to be found. All links here are this thread's own.
Task* make_known(Worker& me) {
  std::uint32_t depth = 0;
  Task* known = me.current;
  for (; !known->has(task::kKnown); known = known->parent.load(relaxed)) ++depth;
  if (depth == 0) return known;
  depth += known->depth.load(relaxed);
  TeamThread& thread = *me.thread;
  Task* below = nullptr;
  for (Task* at = me.current; at != known; --depth) {
    Task* const parent = at->parent.load(relaxed);
    Task* const t = at->has(task::kOnStack) ? copy_to_pool(me, at) : at;
    if (below == nullptr) {
      me.current = t;
    } else {
      below->parent.store(t, relaxed);
    }
    t->unfinished = below == nullptr ? 0 : 1;
    t->root.store(known->root.load(relaxed), relaxed);
    t->depth.store(depth, relaxed);
    t->saved_floor = parent == known ? thread.floor : thread.deque.bottom();
    t->set(task::kKnown | task::kUndeferred);
    below = t;
    at = parent;
  }
  below->parent.store(known, relaxed);
  ++known->unfinished;
  thread.floor = thread.deque.bottom();
  return me.current;
}

void fulfill_event(Worker& me, Task* t) {
  // Read before: afterwards the task may be gone.
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
