// Waits that do not hold their thread. A wait of untied tasks need not keep its thread from unrelated work. But on top of
// the wait that work would bury it, and the stack would grow without bound. So the thread leaves the stack that waits,
// and runs the work on another one. It goes back once the wait is over. Called by Engine::wait only.
//
// SUSPEND-1: what may run where, so that the task scheduling constraint holds (CONSTRAINT-1).
//   - A stack is *bound* while an explicit tied task is suspended on it. From a bound stack the thread goes only to waits
//     that are over: a task may always be resumed, but a new one has to descend from the tied tasks.
//   - While a bound stack is left, the thread starts nothing on the others; it is *frozen*. When the task that it has
//     resumed waits or ends, the thread goes back to the bound stack. So the tied tasks of all its stacks nest.
//   - What a frozen thread puts does not descend from the tied tasks. It must not be taken for their descendant by its
//     number (FLOOR-1), nor by the root of the deque that it is put into (ROOT-1): Policy::freeze and thaw see to that.
//   - The implicit task is tied, too. It is at the bottom of the thread's own stack. If it waits outside of a barrier,
//     only tasks of its tree are run on any of the stacks.
//   - A task goes on on the thread that began it: compiled code may hold addresses of thread-local variables.
// SUSPEND-2: every wait that is left ends.
//   Take an unfinished task without unfinished children. It runs, or it has not begun, or it is in a wait that is over.
//   If that wait was left, its thread resumes it at its next wait at the latest, on whatever stack: each wait that finds
//   nothing to run looks for such waits. If the task has not begun, the innermost wait that it descends from may run it,
//   and when the thread of that wait is on another stack it comes back to this one: a stack that has nothing to run goes
//   to one whose wait is over, to the bound one, or to the newest that waits. A region does not end before, because its
//   barrier waits for these tasks.
// All of this belongs to one thread; nothing is shared.
#pragma once

#include "core/sched/waiting.h"
#include "platform/made_stack.h"

namespace xomp::sched {

// A wait whose stack the thread has left. It lies on that stack.
struct Suspended {
  Suspended* older = nullptr;  // the thread's next one
  Waiter* waiter = nullptr;
  Task* task = nullptr;                  // which waits
  platform::MadeStack* stack = nullptr;  // nullptr: the thread's own
  std::uintptr_t stack_limit = 0;
  bool is_bound = false;
  // For a bound stack: the bound one that was left before, and what thaw() must be told.
  Suspended* outer_bound = nullptr;
  std::uint32_t floor = 0, position = 0;
  Task* frozen = nullptr;
  platform::StackPlace place;
};

// Says whether the thread may run unrelated tasks on another stack. In a barrier, and where the implicit task waits, it may.
inline bool is_free(const Worker& me) { return me.current->has(task::kUntied) && !me.thread->is_bound; }
inline bool is_frozen(const TeamThread& thread) { return thread.bound_stack != nullptr && !thread.is_bound; }

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

// Returns a wait that has been left, is over, and may be resumed; or nullptr.
Suspended* find_over(Worker& me);
// Leaves the present stack, where `waiter` waits, for that wait. Returns when another one comes back.
void resume(Worker& me, Waiter& waiter, Suspended& next);
// Leaves the present stack, where `waiter` waits, and calls body(me, task) on this one. It must end with end_stack().
using StackBody = void (*)(Worker&, Task*);
void leave_for(Worker& me, Waiter& waiter, platform::MadeStack& stack, StackBody body, Task* task);
// Resumes a wait that has been left. The present stack, which must be a made one, is no longer needed.
[[noreturn]] void end_stack(Worker& me, Suspended& next);

// Returns a stack for leave_for(). It is nullptr if there is no memory, or the thread has as many as it may.
// give_stack_back() takes a stack that was not used.
platform::MadeStack* take_stack(Worker& me);
void give_stack_back(Worker& me, platform::MadeStack& stack);

}  // namespace xomp::sched
