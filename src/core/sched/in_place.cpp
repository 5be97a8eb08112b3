// Runs tasks in place that are more than plain, and publishes a task in place when others must find it.
#include "core/sched/in_place.h"

#include "core/sched/detach.h"
#include "core/sched/execute.h"
#include "core/sched/waiting.h"
#include "core/sched/watched.h"
#include "core/task/taskgroup.h"

namespace xomp::sched {

void begin_undeferred(Worker& me, Task* t) {
  Counters::add(me.counters.undeferred);
  Task* parent = me.current;
  if (parent->has(task::kOnStack)) [[unlikely]]
    parent = make_known(me);
  begin_in_place(me, t, parent);
  t->set(parent->flags.load(relaxed) & task::kInherited);
  if (!parent->has(task::kUntied)) t->clear(task::kUntied);  // [SUSPEND-1]
  t->resubmitted = 0;
  if (t->has(task::kDependent | task::kDetachable)) {  // others have the task's address already
    t->clear(task::kKnown);
    make_known(me);
  }
}

namespace {

// The generating task goes on after the body of an undeferred task, even if the task's event is still open. So the task, which was not
// counted so far, must be counted like a deferred one from here on. This happens before its event can end it, and while its parent still
// holds up the barrier and the group. make_known() has counted it as a child already.
[[gnu::noinline, gnu::cold]] void count_for_event(Worker& me, Task* t) {
  TeamTasks& team = *me.thread->team;
  if (!team.tasking.load(relaxed))
    team.tasking.store(true, relaxed);  // [BARRIER-1] the barrier counts; published as `created`
  count_deferred(me);
  if (t->taskgroup != nullptr) count_in_taskgroup(me, t);
}

}  // namespace

void complete_undeferred(Worker& me, Task* t) {
  if (t->has(task::kParts)) [[unlikely]]
    run_next_parts(me, t);  // compiled code that runs the task calls one part only
  const bool known = t->has(task::kKnown);
  const std::uint32_t floor = t->saved_floor;  // read first, because the task may be gone afterwards
  me.current = t->parent.load(relaxed);        // this thread's own store
  const bool may_go_on = t->has(task::kDetachable);
  if (may_go_on) [[unlikely]]
    count_for_event(me, t);
  const bool ended = !t->has(task::kSlowFinish) || end_body(me, t, ReadyQueue::own);  // execute() ends tasks so, too
  if (known) me.thread->floor = floor;
  if (!ended) return;
  if (known) retire(me, t);
  else me.pool.release(t, t->flags.load(relaxed) & task::kSizeClass);
  if (may_go_on) [[unlikely]]
    me.thread->finished.store(me.thread->finished.load(relaxed) + 1, release);  // [BARRIER-1]
}

void run_undeferred(Worker& me, Task* t) {
  if (is_simple_in_place(me, t) && platform::stack_address() >= me.look_below)
    return run_in_place(me, t, [&me, t] { call_body(me, t); });
  watch_if_new(me, t);
  if (t->has(task::kDependent)) [[unlikely]]
    hold_mutexes(me, t);
  begin_undeferred(me, t);
  run_body(me, t);
  complete_undeferred(me, t);
}

namespace {

// Runs the current task, which is no OpenMP task, inside a task that a tool follows. The tool hears nothing of the current task, but it
// hears of its children.
[[gnu::noinline, gnu::cold]] void run_unseen(Worker& me, Task* t) {
  trace::TaskRecord none{};
  none.kind = trace::TaskRecord::none;
  t->record = &none;
  t->set(task::kWatched);
  run_body(me, t);
  Task* const now = me.current;  // [STACK-1]
  forget_body(now);
  now->clear(task::kWatched);
}

}  // namespace

void look_and_run_on_stack(Worker& me, std::uint32_t flags, void (*body)(void*), void* data) {
  Task* const t = me.current;
  if (trace::measures) Counters::add(me.counters.undeferred);
  t->set(flags | task::kPlainBody | (t->parent.load(relaxed)->flags.load(relaxed) & task::kInherited));  // own
  t->body = reinterpret_cast<void*>(body);
  t->data = data;
  if (t->parent.load(relaxed)->has(task::kWatched)) [[unlikely]]  // own
    return run_unseen(me, t);
  run_body(me, t);
}

void run_in_task(Worker& me, void (*body)(void*), void* data) {
  run_on_stack(me, body, data, platform::stack_address() >= me.look_below, task::kMustRun);
}

namespace {

// The link to the parent is not copied, because the parent may be on the stack, too. A thread that follows an old link may come to this
// block already. So the block keeps its old link (STALE-1) until the parent has moved to the pool.
Task* copy_to_pool(Worker& me, const Task* on_stack) {
  std::uint32_t size_class;
  Task* const t = me.pool.allocate(task::kHeaderBytes, &size_class);  // no other task may run here
  t->flags.store((on_stack->flags.load(relaxed) & ~std::uint32_t{task::kOnStack}) | size_class, relaxed);  // its own
  t->icv = on_stack->icv;
  t->taskgroup = on_stack->taskgroup;
  t->record = on_stack->record;  // valid only with kWatched
  for (task::Taskgroup* group = t->taskgroup; group != nullptr; group = group->outer)
    if (group->opened_by == on_stack) group->opened_by = t;
  return t;
}

}  // namespace

// [STACK-1] What this writes is published together with the child that others are to find. Only this thread writes the links here.
Task* make_known(Worker& me) {
  std::uint32_t depth = 0;
  Task* known = me.current;
  for (; !known->has(task::kKnown); known = known->parent.load(relaxed)) ++depth;
  if (depth == 0) return known;
  depth += known->depth.load(relaxed);
  TeamThread& thread = *me.thread;
  const std::uint32_t position = policy->position(thread);
  Task* below = nullptr;
  for (Task* at = me.current; at != known; --depth) {
    Task* const parent = at->parent.load(relaxed);
    Task* const t = at->has(task::kOnStack) ? copy_to_pool(me, at) : at;
    if (below == nullptr) {
      me.current = t;
    } else {
      below->parent.store(t, relaxed);
    }
    t->unfinished = (at->unfinished & INT32_MIN) + (below == nullptr ? 0 : 1);  // [WATCH-1]
    t->root.store(known->root.load(relaxed), relaxed);
    t->depth.store(depth, relaxed);
    t->saved_floor = parent == known ? thread.floor : position;
    t->set(task::kKnown | task::kUndeferred);
    below = t;
    at = parent;
  }
  below->parent.store(known, relaxed);
  ++known->unfinished;
  thread.floor = position;
  return me.current;
}

}  // namespace xomp::sched
