// Runs bodies and what their flags ask for, and finds stacks that have room.
#include "core/sched/execute.h"

#include "core/sched/detach.h"
#include "core/sched/waiting.h"
#include "core/sched/watched.h"
#include "core/task/dependences.h"
#include "core/task/taskgroup.h"
#include "platform/thread.h"

namespace xomp::sched {

namespace {

bool is_discarded(Worker& me, Task* t) {
  return t->has(task::kCancellable) && !t->has(task::kMustRun) &&
         (task::is_cancelled(t->taskgroup) || me.thread->team->cancelled.load(relaxed));
}

void start_body(Worker& me, Task* t) {
  if (!t->has(task::kSlowStart)) return call_body(me, t);
  const bool is_watched = t->has(task::kWatched);
  if (is_discarded(me, t)) {
    if (is_watched) watch_discard(me, t);
    return forgo_event(me, t);
  }
  t->resubmitted = 0;
  if (is_watched) [[unlikely]] {
    watch_start(me, t);
    call_body_in_frame(me, t);
  } else {
    call_body(me, t);
  }
  run_next_parts(me, t);
}

// --- a stack with room ---

void find_stack_limit(Worker& me) {
  const platform::StackBounds bounds = platform::own_stack();
  me.stack_bytes = bounds.bytes;
  use_stack(me, bounds.lowest, bounds.bytes);
}

struct OnNewStack {
  Worker* me;
  Task* t;
  std::uintptr_t limit;
  std::size_t bytes;
};

[[gnu::noinline]] void start_on_new_stack(Worker& me, Task* t) {
  OnNewStack call{&me, t, me.stack_limit, bytes_of_further_stack(me)};
  auto on_stack = [](void* p) {
    auto& c = *static_cast<OnNewStack*>(p);
    use_stack(*c.me, platform::stack_address() - c.bytes, c.bytes);
    start_body(*c.me, c.t);
    set_stack_limit(*c.me, c.limit);
  };
  if (!platform::call_on_new_stack(on_stack, &call, call.bytes)) start_body(me, t);
}

}  // namespace

void run_body_with_a_look(Worker& me, Task* t) {
  if (platform::stack_address() >= me.look_below) return start_body(me, t);
  const trace::During working(trace::Activity::working);
  if (me.stack_bytes == 0) find_stack_limit(me);
  if (platform::stack_address() < me.stack_limit) return start_on_new_stack(me, t);
  start_body(me, t);
}

std::size_t bytes_of_further_stack(Worker& me) {
  constexpr std::size_t kLeast = std::size_t{1} << 20;
  if (me.stack_bytes == 0) find_stack_limit(me);
  return me.stack_bytes < kLeast ? kLeast : me.stack_bytes;
}

void use_stack(Worker& me, std::uintptr_t lowest, std::size_t bytes) { set_stack_limit(me, lowest + bytes / 4); }

void set_stack_limit(Worker& me, std::uintptr_t limit) {
  me.stack_limit = limit;
  me.look_below = trace::measures ? ~std::uintptr_t{0} : limit;
  note_alone(me);
}

void run_next_parts(Worker& me, Task* t) {
  while (t->resubmitted != 0) {
    --t->resubmitted;
    if (t->has(task::kWatched)) [[unlikely]] {
      watch_next_part(me, t);
      call_body_in_frame(me, t);
    } else {
      call_body(me, t);
    }
  }
}

// --- mutexinoutset ---

bool is_parked(Worker& me, Task* t) {
  if (!t->has(task::kHoldsMutexes)) [[likely]]
    return false;
  Task* ready;
  const bool holds = task::try_hold_mutexes(t, &ready);
  make_ready(me, ready, ReadyQueue::own);
  return !holds;
}

void hold_mutexes(Worker& me, Task* t) {
  t->set(task::kUndeferred);
  for (;;) {
    t->handshake.store(0, relaxed);  // published by the parking
    if (!is_parked(me, t)) return;
    wait_until(me, Awaited::mutexes, [t] { return t->handshake.load(acquire) != 0; });  // make_ready sets the handshake
    if (me.thread->team->alone) [[unlikely]]
      return;  // the holder went with the threads that fork() left behind
  }
}

// --- the end ---

void tell_others(Worker& me, Task* t, ReadyQueue queue, bool in_team) {
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

bool end_body(Worker& me, Task* t, ReadyQueue queue) {
  const bool is_watched = t->has(task::kWatched);
  if (is_watched) forget_body(t);
  if (t->has(task::kThunk)) run_thunk(me, t);
  if (t->has(task::kHasTable)) task::drop_table(me.pool, t);
  if (t->has(task::kDetachable)) {
    if (!leave_to_event(me, t)) return false;
  } else if (is_watched) [[unlikely]] {
    watch_end(me, t);
  }
  tell_others(me, t, queue);
  return true;
}

}  // namespace xomp::sched
