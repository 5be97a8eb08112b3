// Waits that do not hold their thread. A wait of untied tasks need not keep its thread from unrelated work. But on top of
// the wait that work would bury it, and the stack would grow without bound. So the thread leaves the stack that waits,
// and runs the work on another one. It goes back once the wait is over. Called by Engine::wait only.
//
// SUSPEND-1: which waits may be left, and what runs meanwhile.
//   - A thread leaves a stack only where no explicit tied task is suspended on that stack. So of all its stacks only the
//     one that is in use ever holds tied tasks, and these nest. What the task scheduling constraint forbids is therefore
//     said by the stack in use alone, as it is for a thread with one stack (CONSTRAINT-1).
//   - The implicit task is tied, too. It is at the bottom of the thread's own stack. If it waits outside of a barrier,
//     only tasks of its tree are run on any of the stacks.
//   - A task goes on on the thread that began it: compiled code may hold addresses of thread-local variables.
// SUSPEND-2: every wait that is left ends.
//   A stack that has nothing to run goes to one whose wait is over, or else to the newest that waits. That one looks on
//   for all of them. A region does not end before: its barrier waits for these tasks.
// All of this belongs to one thread; nothing is shared.
#pragma once

#include "core/sched/waiting.h"
#include "platform/made_stack.h"

namespace xomp::sched {

// A wait whose stack the thread has left. It lies on that stack.
struct Suspended {
  Suspended* older = nullptr;  // the thread's next one
  Waiter* waiter = nullptr;
  Task* task = nullptr;                // which waits
  platform::MadeStack* stack = nullptr;  // nullptr: the thread's own
  std::uintptr_t stack_limit = 0;
  platform::StackPlace place;
};

// Says whether the thread may leave the stack that it is on. In a barrier, and where the implicit task waits, it may.
inline bool may_leave_stack(const Worker& me) {
  return me.current->has(task::kUntied) && !me.thread->is_bound;
}

// Marks that a task is suspended while others run on top of it, as long as an object of this class lives.
class OnTop {
 public:
  explicit OnTop(Worker& me) : thread_(*me.thread), before_(thread_.is_bound) {
    if (!me.current->has(task::kUntied)) thread_.is_bound = true;  // [SUSPEND-1]
  }
  ~OnTop() { thread_.is_bound = before_; }
  OnTop(const OnTop&) = delete;
  OnTop& operator=(const OnTop&) = delete;

 private:
  TeamThread& thread_;
  bool before_;
};

// Returns a wait that has been left and is over, or nullptr.
Suspended* find_over(Worker& me);
// Leaves the present stack, where `waiter` waits, for that wait. Returns when another one comes back.
void resume(Worker& me, Waiter& waiter, Suspended& next);
// Leaves the present stack, where `waiter` waits, and calls body(me, task) on this one. It must end with end_stack().
using StackBody = void (*)(Worker&, Task*);
void leave_for(Worker& me, Waiter& waiter, platform::MadeStack& stack, StackBody body, Task* task);
// Goes on with a wait that has been left. The present stack, which is a made one, is done.
[[noreturn]] void end_stack(Worker& me, Suspended& next);

// A stack for leave_for(); nullptr: there is no memory, or the thread has as many as it may. give_stack_back() takes one
// that was not used.
platform::MadeStack* take_stack(Worker& me);
void give_stack_back(Worker& me, platform::MadeStack& stack);

}  // namespace xomp::sched
