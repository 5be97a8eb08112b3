// Waiting. There is one loop for all waits (Engine::wait). A Waiter says what the thread waits for, what it may run meanwhile and how it
// sleeps. The waiting thread calls all of this, unless a comment says otherwise.
#pragma once

#include "core/sched/idle_sleep.h"
#include "core/sched/policy.h"
#include "core/sched/taskgraph.h"
#include "core/sleep/backoff.h"

namespace xomp::sched {

// What a wait is for: told to a debugger.
enum class Awaited : std::uint8_t {
  other,
  barrier,
  region,
  children,
  taskgroup,
  predecessors,
  mutexes,
  memory,
  leavers,
  lock,
  native
};

// A Waiter holds what differs from wait to wait. In each round the loop asks is_over(), which may end the wait. Then it tries
// run_other_work(), and if that did nothing, a task of the team that `allowed` lets the thread run. If there is none either,
// is_over_without_tasks() may end the wait. If it does not, one step of backoff follows. Once the backoff says that it is time to sleep,
// the thread makes a deeper search for a task, and then calls sleep().
class Waiter {
 public:
  Waiter(Allowed allowed_tasks, Wait kind_of_wait, Awaited waits_for)
      : allowed(allowed_tasks), kind(kind_of_wait), awaited(waits_for) {}

  const Allowed allowed;
  const Wait kind;                   // says for which kind of wait the usual length is learnt
  const Awaited awaited;             // read by a debugger
  bool looks_while_tasking = false;  // looks for tasks only once one has been deferred in this region
  bool may_be_late = false;  // a task that the thread takes may come after the end of the wait: is_late() says so
  sleep::Step last_step = sleep::Step::yielded;

  virtual void begin(sleep::Backoff&) {}
  virtual bool is_over(Worker&) { return true; }
  // Returns whether the thread did something useful that is no task of the team's.
  virtual bool run_other_work(Worker&) { return false; }
  // Called when no task was found.
  virtual bool is_over_without_tasks(Worker&) { return false; }
  // With may_be_late: says that the wait was over before the thread took the task that it has just taken.
  virtual bool is_late(const Task&) { return false; }
  virtual void sleep(Worker&, TimedWait&) {}
  // Says whether a wait that the thread has left is over (core/sched/suspended.h).
  virtual bool has_ended() { return false; }

 protected:
  ~Waiter() = default;
};

inline void wait(Worker& me, Waiter& waiter) { policy->wait(me, waiter); }

// Waits inside a task region until `done` holds, and runs descendants of the current task meanwhile. Only this thread
// checks `done`; a thread that makes it true calls wake(me).
void wait_until(Worker& me, Awaited awaited, Condition done);
template <class Done>
void wait_until(Worker& me, Awaited awaited, Done done) {
  wait_until(me, awaited, Condition{[](void* p) { return (*static_cast<Done*>(p))(); }, &done});
}

// Waits until the group, which the current task has opened, is empty.
void wait_in_group(Worker& me, task::Taskgroup& group);

// taskwait: waits until all children of the current task are finished, and runs tasks meanwhile.
inline void taskwait(Worker& me) {
  if (me.recording != nullptr) [[unlikely]]
    record_wait(me);
  if (me.current->children() != 0) policy->wait_for_children(me);
}

void taskyield(Worker& me);

}  // namespace xomp::sched
