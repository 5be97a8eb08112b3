// Waiting: one loop for all waits (Engine::wait). A Waiter says what the thread waits for, what it may run meanwhile and
// how it sleeps. All by the waiting thread, unless said otherwise.
#pragma once

#include "core/sched/idle.h"
#include "core/sched/policy.h"
#include "core/sleep/patience.h"

namespace xomp::sched {

// The loop's part that differs from wait to wait. The loop calls, in this order and until one ends it: is_over(); runs a
// task of the team if `allowed` lets it; run_other_work(); is_over_without_tasks(); one step of its patience; a deeper
// search for a task; sleep().
class Waiter {
 public:
  Waiter(Allowed allowed_tasks, Wait kind_of_wait) : allowed(allowed_tasks), kind(kind_of_wait) {}

  const Allowed allowed;
  const Wait kind;                   // whose usual length is learnt
  bool looks_while_tasking = false;  // looks for tasks only once one has been deferred in this region
  bool may_be_late = false;          // a task that it takes may belong to the team's next region
  sleep::Step last_step = sleep::Step::yielded;

  virtual void begin(sleep::Patience&) {}
  virtual bool is_over(Worker&) { return true; }
  // Whether the thread did something useful that is no task of the team's.
  virtual bool run_other_work(Worker&) { return false; }
  // Asked when no task was found.
  virtual bool is_over_without_tasks(Worker&) { return false; }
  // With may_be_late, for a task that the thread has just taken: the wait was over before.
  virtual bool is_late() const { return false; }
  virtual void sleep(Worker&, Nap&) {}

 protected:
  ~Waiter() = default;
};

inline void wait(Worker& me, Waiter& waiter) { policy->wait(me, waiter); }

// Inside a task region: until `done` holds. Runs descendants of the current task meanwhile. `done` is checked by this
// thread only; a thread that makes it true calls wake(me).
void wait_until(Worker& me, Condition done);
template <class Done>
void wait_until(Worker& me, Done done) {
  wait_until(me, Condition{[](void* p) { return (*static_cast<Done*>(p))(); }, &done});
}

// taskwait: until all children of the current task are finished; runs tasks meanwhile.
inline void taskwait(Worker& me) {
  if (me.current->unfinished != 0) policy->wait_for_children(me);
}

void taskyield(Worker& me);

}  // namespace xomp::sched
