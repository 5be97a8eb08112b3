// How a task begins: memory for it, its place in the tree of tasks, and the one decision whether it runs here and now
// or is deferred. Called by the thread that creates the task, through core/api/task.h and by the engine itself.
//
// The rule for a new plain task (fate_of), in this order:
//   1. The thread defers no tasks (it is alone in its team): in place.
//   2. Deep in a recursion, tasks enough wait for thieves and none requests more: in place. The policy says what is
//      enough, and may grant that for the tasks that follow, until a thief asks or the thread takes its next task.
//   3. The queue was found full a moment ago: in place. Another look for each task would take the thieves' line.
//   4. An undeferred task (if clause, final): in place.
//   5. Otherwise it is deferred. The policy may still have no room; then it runs at once (Policy::make_available).
// submit() adds what a task with clauses needs. PROTOCOL.md, "In place", says why.
#pragma once

#include <cstdint>

#include "core/sched/finish.h"
#include "core/sched/policy.h"
#include "core/sched/worker.h"
#include "core/task/task.h"
#include "platform/cpu.h"

namespace xomp::sched {

// The calling thread starts a region as `me.thread`.
void begin_region(Worker& me);

// --- memory ---

// Ends tasks, or waits until some end, so that there is memory for a block as pool.try_allocate() makes it. When the
// current task has no child left, a small block comes from the process's reserve. Aborts with a message if there is no
// more.
[[gnu::noinline, gnu::cold]] Task* regain_memory(Worker& me, std::size_t bytes, std::uint32_t* size_class);

// Makes a descriptor with room for `bytes` of data. The creator fills in body, data and what the flags ask for. Then it
// hands the descriptor over in the same task region, by submit(), defer() or submit_dependent(). Nothing of the parent
// stands in it before that, so it may also be thrown away. Where memory is short, this is a task scheduling point.
inline Task* create_task(Worker& me, std::size_t bytes, std::uint32_t flags) {
  std::uint32_t size_class;
  Task* t = me.pool.try_allocate(task::kHeaderBytes + bytes, &size_class);
  if (t == nullptr) [[unlikely]]
    t = regain_memory(me, task::kHeaderBytes + bytes, &size_class);
  t->flags.store(flags | size_class, relaxed);  // not yet shared
  return t;
}

// As create_task(), for a task that may as well run at once without a descriptor. Returns nullptr when there is no
// memory. Then the next plain tasks run at once without asking for it.
inline Task* try_create_task(Worker& me, std::size_t bytes, std::uint32_t flags) {
  constexpr std::int32_t kTasksWithoutMemory = 64;
  std::uint32_t size_class;
  Task* t = me.pool.try_allocate(task::kHeaderBytes + bytes, &size_class);
  if (t == nullptr) [[unlikely]] {
    me.thread->full_left = kTasksWithoutMemory;
    return nullptr;
  }
  t->flags.store(flags | size_class, relaxed);  // not yet shared
  return t;
}

// Returns a descriptor that the thread's pool has at hand, or nullptr.
inline Task* take_descriptor(Worker& me, std::size_t bytes, std::uint32_t flags) {
  std::uint32_t size_class;
  Task* t = me.pool.take(task::kHeaderBytes + bytes, &size_class);
  if (t != nullptr) [[likely]]
    t->flags.store(flags | size_class, relaxed);  // not yet shared
  return t;
}

// Gives back the memory of a task that was never handed over. Any worker may do so, if no other thread knows the task.
void discard(Worker& me, Task* t);

// --- the place in the tree ---

// Publishes the current task, and those above it that are not published yet: other threads may find them from then on
// (STACK-1 in in_place.h). Returns the current task, which may have moved.
[[gnu::noinline, gnu::cold]] Task* make_known(Worker& me);

// Makes the current task the parent of a new one, which other threads may find from now on.
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

inline void count_deferred(Worker& me) {
  TeamThread& thread = *me.thread;
  thread.created.store(thread.created.load(relaxed) + 1, relaxed);  // [BARRIER-1] published with the task
}

// Takes back descriptors that others have returned, after every so many deferred tasks. Otherwise a loop that creates
// tasks would need new memory for each.
inline void take_returned_at_times(Worker& me) {
  constexpr std::uint64_t kTasksBetween = 1024;
  if (me.thread->created.load(relaxed) % kTasksBetween == 0) [[unlikely]]  // its own
    take_returned(me);
}

// --- here and now, or deferred ---

// A child of a task this deep is deep in a recursion, where most tasks are small. A flat loop creates tasks as long as
// there is room, because other threads may have time that its own thread lacks.
inline constexpr std::uint32_t kDeep = 4, kNeverDeep = UINT32_MAX;  // the latter where the rule is off
inline std::uint32_t usual_depth() { return common_parameter(kInPlace) != 0 ? kDeep : kNeverDeep; }
inline bool is_deep(const Worker& me) {
  const Task& current = *me.current;
  return !current.has(task::kKnown) || current.depth.load(relaxed) >= me.thread->deep_from;  // its own
}

// The rule for a thread whose deep_from is kWatchedDepth.
bool is_deep_unwatched(const Worker& me);

// Asks the policy for a grant, and notes one that is good for the tasks after this one, too.
[[gnu::noinline]] bool ask_if_enough(Worker& me);

// Says whether the policy's last answer was Grant::until_requested and still holds. If not, the policy must be asked.
inline bool has_grant(const TeamThread& thread) {
  return thread.grant->load(relaxed) == 0;  // hint: the next task sees the request
}

// Says whether so many of this thread's tasks wait for thieves that one more would bring nothing, and no request stands.
inline bool has_enough(Worker& me) { return has_grant(*me.thread) || ask_if_enough(me); }

inline bool runs_in_place(Worker& me) {
  TeamThread& thread = *me.thread;
  if (thread.deep_from == kWatchedDepth ? is_deep_unwatched(me) : is_deep(me)) return has_enough(me);
  if (thread.full_left == 0) [[likely]]
    return false;
  --thread.full_left;
  return true;
}

enum class Fate : std::uint8_t {
  in_place,
  in_place_with_a_look,  // at the stack, which is nearly used up, or for statistics
  deferred,
  open,  // settle_fate() says what it is
};

// Says what becomes of a new plain task, without asking the policy. The creator calls it from the frame
// that will run the task.
inline Fate fate_of(Worker& me, bool may_be_deferred = true) {
  const std::uintptr_t at = platform::stack_address();
  if (at >= me.alone_above) return Fate::in_place;
  TeamThread& thread = *me.thread;
  if (is_deep(me)) {
    if (!has_grant(thread)) return Fate::open;
  } else if (thread.full_left != 0) {
    --thread.full_left;
  } else if (may_be_deferred && thread.defers) {
    return Fate::deferred;
  }
  return at >= me.look_below ? Fate::in_place : Fate::in_place_with_a_look;
}

// Settles an open fate by asking the policy. Where a tool follows the parent, the answer is in_place_with_a_look, which leads to
// the cold path that makes all watched tasks; the if clause is noted in `seen` for it.
[[gnu::noinline]] Fate settle_fate(Worker& me, bool may_be_deferred = true);

// Hands over a new plain task whose fate is to be deferred. Its parent is neither final nor cancellable.
inline void defer(Worker& me, Task* t) { (*deferring)(me, t); }

// Hands over any new task without dependences. It is deferred, unless it must or may as well run now.
void submit(Worker& me, Task* t);
// As submit(), for a task that is not worth a thief's while yet: requests need not be served. Nobody sleeps beside it.
void submit_quietly(Worker& me, Task* t);

// In a team of one no other thread would start a detachable task, and its parent may never wait for it. So its body
// runs where the task is created. Its end still awaits the event. A task with a priority waits its turn.
inline bool starts_alone(const Worker& me, const Task* t) {
  return !me.thread->defers && t->has(task::kDetachable) && !t->has(task::kPriority);
}

}  // namespace xomp::sched
