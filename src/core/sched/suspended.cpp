// Leaving stacks and going back to them. What belongs to a stack and not to its thread goes with it: the current task, the
// limit of the stack, the statistics' activity.
#include "core/sched/suspended.h"

#include "core/sched/execute.h"
#include "core/sched/spawn.h"
#include "core/sched/watched.h"

namespace xomp::sched {

namespace {

// How many stacks a thread may have beside its own. If it needs more, unrelated tasks run on top of a wait.
constexpr std::int32_t kMostStacks = 64;
constexpr std::int32_t kMostKept = 8;  // of these without use

void unlink(TeamThread& thread, const Suspended& gone) {
  Suspended** link = &thread.suspended;
  while (*link != &gone) link = &(*link)->older;
  *link = gone.older;
}

// Lives around a switch, for the stack that is left.
class Leaving {
 public:
  Leaving(Worker& me, Waiter& waiter) : me_(me), activity_(trace::switch_to(trace::Activity::runtime)) {
    TeamThread& thread = *me.thread;
    here_.waiter = &waiter;
    here_.task = me.current;
    here_.stack = me.stack;
    here_.stack_limit = me.stack_limit;
    if (me.stack != nullptr) {
      here_.place.lowest = reinterpret_cast<const void*>(me.stack->lowest());
      here_.place.bytes = me.stack->bytes();
    }
    here_.is_bound = thread.is_bound;
    if (thread.is_bound) {
      here_.outer_bound = thread.bound_stack;
      thread.bound_stack = &here_;
      here_.floor = thread.floor;
      here_.position = policy->position(thread);
      here_.frozen = policy->freeze(me);  // [SUSPEND-1]
    }
    thread.is_bound = false;
    here_.older = thread.suspended;
    thread.suspended = &here_;
    thread.has_left_stacks = true;
  }
  // The thread is back on the stack.
  ~Leaving() {
    TeamThread& thread = *me_.thread;
    thread.is_bound = here_.is_bound;
    if (here_.is_bound) thread.bound_stack = here_.outer_bound;         // it was the newest
    thread.deep_from = is_frozen(thread) ? kNeverDeep : usual_depth();  // nothing new begins in place, either
    me_.current = here_.task;
    me_.stack = here_.stack;
    set_stack_limit(me_, here_.stack_limit);
    if (here_.is_bound) {
      policy->thaw(me_, here_.position, here_.frozen);  // [SUSPEND-1]
      thread.floor = here_.floor;
    } else {
      // What was put before may be gone, and other things may stand in its place. So the floor must be set anew.
      thread.floor = policy->position(thread);
    }
    thread.grant = &thread.no_grant;
    trace::switch_to(activity_);
    if (thread.implicit.has(task::kWatched)) {
      thread.deep_from = kWatchedDepth;
      note_alone(me_);
    }
    if (here_.task->has(task::kWatched)) [[unlikely]]
      watch_return(me_, here_.task);
  }
  Leaving(const Leaving&) = delete;
  Leaving& operator=(const Leaving&) = delete;

  platform::StackPlace& place() { return here_.place; }

 private:
  Worker& me_;
  const trace::Activity activity_;
  Suspended here_;
};

struct Start {
  Worker* me;
  StackBody body;
  Task* task;
};
void start_here(void* p) {
  const Start start = *static_cast<Start*>(p);
  start.body(*start.me, start.task);
}

}  // namespace

Suspended* find_over(Worker& me) {
  const TeamThread& thread = *me.thread;
  for (Suspended* at = thread.suspended; at != nullptr; at = at->older)
    if ((!at->is_bound || (at == thread.bound_stack && !thread.is_bound)) && at->waiter->has_ended()) return at;
  return nullptr;
}

void resume(Worker& me, Waiter& waiter, Suspended& next) {
  unlink(*me.thread, next);
  Leaving leaving(me, waiter);
  platform::switch_stack(leaving.place(), next.place);
}

void leave_for(Worker& me, Waiter& waiter, platform::MadeStack& stack, StackBody body, Task* task) {
  Counters::add(me.counters.left_waits);
  Start start{&me, body, task};
  Leaving leaving(me, waiter);
  me.stack = &stack;
  me.current = &me.thread->implicit;
  use_stack(me, stack.lowest(), stack.bytes());
  stack.enter(leaving.place(), start_here, &start);
}

void end_stack(Worker& me, Suspended& next) {
  platform::MadeStack& stack = *me.stack;
  unlink(*me.thread, next);
  give_stack_back(me, stack);  // the next user comes when this thread is off it
  stack.leave(next.place);
}

platform::MadeStack* take_stack(Worker& me) {
  if (!me.thread->has_left_stacks)
    platform::find_exceptions();  // the program may have opened a library since the last region
  if (platform::MadeStack* const stack = me.free_stacks; stack != nullptr) {
    me.free_stacks = stack->next;
    --me.free_stack_count;
    return stack;
  }
  if (me.stack_count >= kMostStacks || me.thread->team->alone) return nullptr;
  platform::MadeStack* const stack = platform::MadeStack::make(bytes_of_further_stack(me));
  if (stack == nullptr) return nullptr;
  ++me.stack_count;
  Counters::add(me.counters.made_stacks);
  return stack;
}

void give_stack_back(Worker& me, platform::MadeStack& stack) {
  stack.next = me.free_stacks;
  me.free_stacks = &stack;
  ++me.free_stack_count;
  // The newest may still be in use for a moment, so it is kept.
  while (me.free_stack_count > kMostKept) {
    platform::MadeStack* const old = stack.next;
    stack.next = old->next;
    --me.free_stack_count;
    --me.stack_count;
    old->destroy();
  }
}

}  // namespace xomp::sched
