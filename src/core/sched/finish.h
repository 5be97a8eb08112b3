// The end of a task: its parent is told, and its memory goes home.
//
// RETURN-1: a descriptor is given back to the pool it came from by its owner only.
//   A thief that finished a task sends it through the owner's ring, or pushes it on the owner's list (release); the
//   owner takes them (acquire), counts the end for the parent and frees the memory. The parent's worker is the owner: a
//   task is created by the worker that executes its parent, and a task never moves once it has begun. So `unfinished`
//   has one writer.
// RETURN-2: a stolen task whose body is over while its own children are not finished (kKept) is needed twice: the owner
//   must learn of its end at once, the thief counts its children in it. Both count `handshake` (acq_rel) when they no
//   longer need it, so the second one knows that the memory is free. The thief, if second, returns it again
//   (kMemoryOnly). A detachable task whose body is over before its children and its event is needed twice, too
//   (keep_for_children): the thread that executed it counts its children, the thread that fulfils the event ends it.
#pragma once

#include <cstdint>

#include "core/sched/worker.h"
#include "core/task/task.h"

namespace xomp::sched {

// The value of Worker::returned while the worker sleeps in a wait.
inline task::Task* asleep_mark() { return reinterpret_cast<task::Task*>(std::uintptr_t{1}); }
// Its value while no task has been returned, once the worker has a pending queue (core/sched/pending.h). It is not nullptr,
// so that take_returned() looks there.
inline task::Task* pending_mark() { return reinterpret_cast<task::Task*>(std::uintptr_t{2}); }
// Says whether this is no task: nullptr or a mark.
inline bool is_no_task(const task::Task* t) { return reinterpret_cast<std::uintptr_t>(t) <= 2; }

// Counts the end of a task for its parent, and gives the memory back. So *t must not be used afterwards.
void retire(Worker& me, task::Task* t);
// As retire(), without a call in the usual case: the task and its parent are the thread's own, and no child is left.
inline void retire_here(Worker& me, task::Task* t) {
  const std::uint32_t flags = t->flags.load(relaxed);
  const std::uint32_t size_class = flags & task::kSizeClass;
  constexpr std::uint32_t kUnusual = task::kDependent | task::kHasTable | task::kListed;
  const bool usual = t->owner == me.id && t->unfinished == 0 && (flags & kUnusual) == 0 &&
                     size_class != task::DescriptorPool::kOwnSize;
  if (!usual) [[unlikely]]
    return retire(me, t);
  task::Task* const parent = t->parent.load(relaxed);  // valid: this child is not counted yet
  if (parent->unfinished == 1 && parent->has(task::kOrphaned | task::kKept)) [[unlikely]]
    return retire(me, t);
  me.pool.release_small(t, size_class);
  --parent->unfinished;
}

// For a detachable task whose body is over. Its executor calls the first one, if it has unfinished children, before
// others may know that the body is over. The thread that fulfils the event calls the second one in retire()'s place.
void keep_for_children(task::Task* t);
void retire_after_event(Worker& me, task::Task* t);

// A task that another thread has executed has come back: counts its end for its parent, and gives the memory back.
void take_ended(Worker& me, task::Task* t);
// Gives back the memory of a task that no thread refers to any more. Called by its owner.
void free_descriptor(Worker& me, task::Task* t);

// Takes the messages of RETURN-1.
void take_returned_slow(Worker& me);
inline void take_returned(Worker& me) {
  if (me.returned_rings.has_messages() || me.returned.load(relaxed) != nullptr) take_returned_slow(me);  // hint
}
// Takes some of these messages, for the memory alone. Where many threads end tasks, each line of messages must come
// from one of them, so not all lines are looked at.
void take_some_returned(Worker& me);

// The calling thread's part in a region is over, and its implicit task's children have ended. Their table is freed
// here, because its memory is this worker's (DEPEND-3), and another worker may be next to use the thread's place in the
// team. For the same reason their ends are counted here, if they stand in flags only (PENDING-1).
[[gnu::noinline, gnu::cold]] void forget_children(Worker& me);
inline void end_region(Worker& me) {
  if (me.current->has(task::kHasTable | task::kListed)) [[unlikely]]
    forget_children(me);
}

// Says whether every task that the team deferred has ended (BARRIER-1). True stays true while all threads only wait.
bool team_is_quiescent(const TeamTasks& team);

}  // namespace xomp::sched
