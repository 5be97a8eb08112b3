// The task path: create, hand over, run, finish, wait. All of it runs on the calling worker's thread; what another
// worker may do at the same time is said at each protocol.
//
// RETURN-1: a descriptor is given back to the pool it came from by its owner only.
//   A thief that finished a task sends it through the owner's ring, or pushes it on the owner's list (release); the
//   owner takes them (acquire), counts the end for the parent and frees the memory. The parent's worker is the owner: a
//   task is created by the worker that executes its parent, and a task never moves once it has begun. So `unfinished`
//   has one writer.
// RETURN-2: a stolen task whose body is over while its own children are not finished (kKept) is needed twice: the owner
//   must learn of its end at once, the thief counts its children in it. Both count `handshake` (acq_rel) when they are
//   through; the second one knows that the memory is free. The thief, if second, returns it again (kMemoryOnly).
// SLEEP-1: no thread sleeps while there is work it could take.
//   sleeper: sleepers+1; if tasking: ask every deque, heavy fence; recheck all deques and the shared queue; sleep.
//   pusher:  bottom.store; asked.load. If it sees the question it makes work public, fences, and looks at sleepers.
//   If it does not, its store came before the sleeper's heavy fence, whose recheck then sees the item and raids.
//   The first deferred task of a region always finds its thread asked (begin_region), sets tasking, fences, looks.
// CONSTRAINT-1: whether a task descends from a waiting one.
//   From an implicit task: it is the root of the task's tree.
//   From an explicit one: found by the chain of parents, which is followed for a bounded number of links. A parent
//   stays valid while a child is unfinished and its own body is not over (kOrphaned clear). The walk notes the chain
//   first and then checks kOrphaned downwards from the top: each flag read clear proves that the next link was valid
//   when it was read (a release fence stands between kOrphaned and all later uses of the parent's memory, so whoever
//   reads from those the link of another task sees the flag). Or by the taskgroups: a task in a group, or in one nested
//   in it, descends from the task that opened the group. "No" may be wrong. Nobody waits for ever for a task that all
//   threads refuse: who waits for children accepts them (one link), who waits for a group its members, and what nobody
//   waits for is accepted in the barrier.
#pragma once

#include <cstdint>

#include "core/sched/worker.h"
#include "core/task/task.h"

namespace xomp::task {
class DependenceBuilder;
}

namespace xomp::sched {

using task::Task;

// --- creation ---

// A descriptor with room for `bytes` of data. Its creator fills in body, data and what the flags ask for, and then
// hands it over in the same task region: by submit() or one of its kin, or for a task with dependences by adopt() and
// submit_dependent(). So nothing of the parent stands in it before, and one may also be thrown away.
inline Task* create_task(Worker& me, std::size_t bytes, std::uint32_t flags) {
  std::uint32_t size_class;
  Task* t = me.pool.allocate(task::kHeaderBytes + bytes, &size_class);
  t->flags.store(flags | size_class, relaxed);  // not yet shared
  return t;
}

// The same if one is at hand, else nullptr.
inline Task* take_descriptor(Worker& me, std::size_t bytes, std::uint32_t flags) {
  std::uint32_t size_class;
  Task* t = me.pool.take(task::kHeaderBytes + bytes, &size_class);
  if (t != nullptr) [[likely]]
    t->flags.store(flags | size_class, relaxed);  // not yet shared
  return t;
}

// Gives back the memory of a task that was never handed over. Any worker, but nobody else may know of the task.
void discard(Worker& me, Task* t);

// The current task, and those above it that are not, become known to other threads (STACK-1). Returns it: it may have
// moved.
[[gnu::noinline, gnu::cold]] Task* make_known(Worker& me);

// The current task becomes the parent of a new one, which others may find from now on.
inline void adopt(Worker& me, Task* t) {
  Task* parent = me.current;
  if (!parent->has(task::kKnown)) [[unlikely]]
    parent = make_known(me);
  t->parent.store(parent, relaxed);  // here and below: not yet shared
  t->set(task::kKnown | (parent->flags.load(relaxed) & task::kInherited));
  t->icv = parent->icv;
  t->taskgroup = parent->taskgroup;
  t->unfinished = 0;
  t->root.store(parent->root.load(relaxed), relaxed);
  t->depth.store(parent->depth.load(relaxed) + 1, relaxed);
}

// Counts the task as a child of the current task and as a member of its taskgroup.
[[gnu::noinline]] void count_in_taskgroup(Worker& me, Task* t);
inline void count_created(Worker& me, Task* t) {
  ++me.current->unfinished;
  if (t->taskgroup != nullptr) count_in_taskgroup(me, t);
}

// --- running ---

// Then the thread takes its next task, or calls share_rest().
void execute(Worker& me, Task* t);
// Runs a new task now, as part of the current task's execution. in_place.h has what is quicker for plain ones.
void run_undeferred(Worker& me, Task* t);
// The two halves for bodies that the caller invokes itself.
void begin_undeferred(Worker& me, Task* t);
void complete_undeferred(Worker& me, Task* t);
// Runs something that is no OpenMP task, but in which tasks may be created and waited for; never discarded.
void run_in_task(Worker& me, void (*body)(void*), void* data);

[[gnu::noinline]] void submit_slow(Worker& me, Task* t, queue::PushResult result);

inline void count_deferred(Worker& me) {
  TeamThread& thread = *me.thread;
  thread.created.store(thread.created.load(relaxed) + 1, relaxed);  // [BARRIER-1] published with the task
}

// A thief wants work: moves half of the own deque's private tasks to its public side and wakes a sleeper (SLEEP-1).
// Follows a push that says so; where many ask, not each one.
void answer_question(Worker& me);
// The same before the thread goes into a task, which may be long.
[[gnu::noinline]] void answer_before_task(Worker& me);

// Puts a counted, ready task where this thread or a thief finds it; may run it at once.
inline void make_available(Worker& me, Task* t) {
  const queue::PushResult result = me.thread->deque.push(t);
  if (result != queue::PushResult::pushed) [[unlikely]]
    submit_slow(me, t, result);
}

// This thread's newest task above the floor, or nullptr.
inline Task* pop_own(Worker& me) {
  TeamThread& thread = *me.thread;
  Task* const t = thread.deque.pop(thread.floor);
  if (t != nullptr && thread.deque.must_share()) [[unlikely]]
    answer_before_task(me);
  return t;
}

// The thread goes on with something else than its next task: a thief that wants work shall not wait for that.
inline void share_rest(Worker& me) {
  if (me.thread->deque.must_share()) [[unlikely]]
    answer_before_task(me);
}

// The same for one that goes on making tasks: as after a push, not every time.
inline void share_some(Worker& me) {
  if (me.thread->deque.must_share()) [[unlikely]]
    answer_question(me);
}

// As submit() for a task that was adopted and got its dependences; finish() has not been called.
// When there are very many, creates no more before some have ended (THROTTLE-1 in dependent.cpp).
inline constexpr std::int32_t kMostChildren = 65536;
void submit_dependent(Worker& me, Task* t, task::DependenceBuilder& builder);

// Alone in the team nobody else would start a detachable task, and its parent may never wait for it: its body runs
// where it is created; its end still awaits the event. Those with priorities are left to take their turns.
inline bool starts_alone(const Worker& me, const Task* t) {
  return !me.thread->defers && t->has(task::kDetachable) && !t->has(task::kPriority);
}

// The next of so many tasks was made, and no thief has asked: after a while half of them are enough
// (policies/auto.cpp).
void need_fewer(TeamThread& thread);
// Whether as many tasks are here as thieves lately were in need of, and none of them asks.
inline bool has_enough(TeamThread& thread) {
  if (thread.deque.holds_unasked(thread.enough)) return true;
  if (thread.enough != kLeastEnough) [[unlikely]]
    need_fewer(thread);
  return false;
}

// Whether a new task may as well run where it is created: deep in a recursion, with tasks enough waiting for thieves,
// and none of them asking. A flat loop goes on creating as long as there is room: others may have the time that it
// lacks.
inline bool runs_in_place(Worker& me) {
  constexpr std::uint32_t kDeep = 4;
  auto& deque = me.thread->deque;
  const Task& current = *me.current;
  const bool deep = !current.has(task::kKnown) || current.depth.load(relaxed) >= kDeep;  // its own
  return deep ? has_enough(*me.thread) : deque.is_still_full();
}

// Hands a new task over: deferred, unless deferring buys nothing.
void submit(Worker& me, Task* t);
// The same where that is settled: a plain task of one that is not final, in a team that defers.
inline void defer(Worker& me, Task* t) {
  adopt(me, t);
  count_created(me, t);
  count_deferred(me);
  make_available(me, t);
}

// Alone in the team: every task created so far has ended and this one will before the next is created, so nobody needs
// to know its dependences: submit() does.
bool needs_no_dependences(const Worker& me, const Task* t);

// Tasks whose last reason to wait has gone, one or a list linked by next; called by the thread that removed it.
// `own`: siblings of a task that this thread executed: whatever it may wait in now, they descend from there. `next`:
// the same, and the thread takes its next task at once or calls share_rest(): it need not share the only one. Who
// merely fulfils an event, from anywhere in the team or outside, puts what follows into the team's shared queue.
enum class ReadyQueue { own, next, shared };
void make_ready(Worker& me, Task& task, ReadyQueue queue);
inline void make_ready(Worker& me, Task* list, ReadyQueue queue) {
  while (Task* const t = list) {
    list = t->next;
    make_ready(me, *t, queue);
  }
}

// omp_fulfill_event (DETACH-1): completes the task if its body is over. Any worker.
void fulfill_event(Worker& me, Task* t);

// --- waiting ---

// What a waiting thread may run (task scheduling constraint, OpenMP 5.2 section 12.9).
enum class Allowed {
  any,          // in a barrier: every task of the team
  descendants,  // inside a task region: what descends from the current task
};

// The next task that this thread may start: its own newest one, the shared queue, a victim's oldest. nullptr: none
// found this time.
Task* next_task(Worker& me, Allowed allowed);
// The same before giving up for a while: also takes from victims that do not answer, and looks behind the oldest tasks.
// `utmost`: the wait has become long; looks deeper than others will like.
enum class Effort { usual, utmost };
Task* search_hard(Worker& me, Allowed allowed, Effort effort = Effort::usual);

[[gnu::noinline]] void wait_for_children(Worker& me);

// taskwait: until all children of the current task are finished; runs tasks meanwhile.
inline void taskwait(Worker& me) {
  if (me.current->unfinished != 0) wait_for_children(me);
}

// Until done() is true; runs descendants of the current task meanwhile. Done is checked by this thread only; when it
// becomes true through another thread, that thread calls wake(me).
struct Condition {
  bool (*holds)(void*);
  void* argument;
};
void wait_running_tasks(Worker& me, Condition done);
template <class Done>
void wait_running_tasks_until(Worker& me, Done done) {
  wait_running_tasks(me, {[](void* p) { return (*static_cast<Done*>(p))(); }, &done});
}
// Wakes a worker that waits in wait_running_tasks. Any thread.
void wake(Worker& worker);

void taskyield(Worker& me);

// Takes the messages of RETURN-1.
void take_returned_slow(Worker& me);
inline void take_returned(Worker& me) {
  if (me.returned_rings.has_messages() || me.returned.load(relaxed) != nullptr) take_returned_slow(me);  // hint
}

// Some of them, for the memory alone: where many threads end tasks each line of messages that is looked at has to come
// from them.
void take_some_returned(Worker& me);

// --- taskgroups ---

void begin_taskgroup(Worker& me);
void wait_for_taskgroup(Worker& me);  // the group's tasks have ended; the group stays open
void end_taskgroup(Worker& me);       // waits and closes

// --- what a policy takes (policy.h) ---

// A task that somebody may take meanwhile: a guess whether this thread may run it, never wrong memory, as descriptors
// stay descriptors (CONSTRAINT-1).
bool seems_permitted(Worker& me, const Task* t, Allowed allowed);
// Whether the task in which this thread waits may wait for it: the same guess, but true where that cannot be seen.
bool may_be_waited_for(Worker& me, const Task* t);
// The same for a task that the caller holds: sure when true.
bool is_permitted(Worker& me, const Task* t, Allowed allowed);
// Whether a task that the caller holds may be run by a thread that waits in `ancestor`; a guess, as that may be over.
bool seems_to_descend(const Task* t, const Task* ancestor);
// Puts a task that the taker may not run where every thread of its team looks.
void put_aside(TeamTasks& team, Task* t);

// --- teams ---

// The calling thread starts a region as `me.thread`. Afterwards its first deferred task is announced (SLEEP-1).
void begin_region(Worker& me);
// The calling thread's part in a region is over, its implicit task's children have ended. Their table goes here,
// because their memory is this worker's (DEPEND-3) and the next one to use the thread's place in the team may be
// another.
[[gnu::noinline, gnu::cold]] void forget_dependences(Worker& me);
inline void end_region(Worker& me) {
  if (me.current->has(task::kHasTable)) [[unlikely]]
    forget_dependences(me);
}
// Whether every task that the team deferred has ended (BARRIER-1). True stays true when all threads only wait.
bool team_is_quiescent(const TeamTasks& team);
// How long a thread without tasks naps while others have some: twice as long each time that nothing woke it. One for
// each wait, a new one after each task.
class IdleNap {
 public:
  std::uint64_t ns() const { return ns_; }
  bool is_longest() const { return ns_ == kLongest_ns; }
  void end(bool timed_out) {
    const std::uint64_t next = timed_out ? 2 * ns_ : ns_ / 2;
    ns_ = next < kFirst_ns ? kFirst_ns : next < kLongest_ns ? next : kLongest_ns;
  }
  // How long it sleeps when there are none at all; 0: until it is woken. A condition whose end need not wake it says so
  // when it does not hold.
  std::uint64_t limit_ns() const { return limit_ns_; }
  void set_limit(std::uint64_t ns) { limit_ns_ = ns; }
  static constexpr std::uint64_t kFirst_ns = 50'000, kLongest_ns = 2'000'000;
  // In a crowd: longer from time to time.
  std::uint64_t next_in_crowd_ns() {
    const std::uint64_t ns = crowd_ns_;
    crowd_ns_ = 2 * ns < kLongestInCrowd_ns ? 2 * ns : kLongestInCrowd_ns;
    return ns;
  }

 private:
  static constexpr std::uint64_t kLongestInCrowd_ns = 256'000'000;
  std::uint64_t ns_ = kFirst_ns;
  std::uint64_t crowd_ns_ = 4'000'000;
  std::uint64_t limit_ns_ = 0;
};
// Sleeps until the team's idle_event changes, unless there is work or `done` holds; for a nap only, unless that is the
// longest and there is no work at all. For Allowed::any.
void sleep_idle(Worker& me, Condition done, IdleNap& nap);
// Wakes threads that sleep there, if any; what they wait for has been written before. Any thread.
void wake_idle(TeamTasks& team);

}  // namespace xomp::sched
