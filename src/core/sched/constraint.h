// Which tasks a waiting thread may run: the task scheduling constraint (OpenMP 5.2, section 12.9).
//
// CONSTRAINT-1: whether a task descends from a waiting one.
//   From an implicit task: it is the root of the task's tree.
//   From an explicit one: found by the chain of parents, which is followed for a bounded number of links. A parent
//   stays valid while a child is unfinished and its own body is not over (kOrphaned clear). The walk notes the chain
//   first and then checks kOrphaned downwards from the top. Each flag read clear proves that the next link was valid
//   when it was read: a release fence stands between kOrphaned and all later uses of the parent's memory, so a thread
//   that reads from those the link of another task sees the flag. Or by the taskgroups: a task in a group, or in one
//   nested in it, descends from the task that opened the group.
//   "No" may be wrong. Nobody waits for ever for a task that all threads refuse: a thread that waits for children
//   accepts them (one link), one that waits for a group its members, and what nobody waits for is accepted in the
//   barrier.
#pragma once

#include "core/sched/policy.h"
#include "core/task/task.h"

namespace xomp::sched {

// For a task that the caller holds: sure when true.
bool is_permitted(Worker& me, const Task* t, Allowed allowed);
// For a task that somebody may take meanwhile: a guess, but it never reads wrong memory, as descriptors stay descriptors.
bool seems_permitted(Worker& me, const Task* t, Allowed allowed);
// Whether the task in which this thread waits may wait for `t`: a guess, and true where that cannot be seen.
bool may_be_waited_for(Worker& me, const Task* t);
// Whether a task that the caller holds may be run by a thread that waits in `ancestor`; a guess, as that may be over.
bool seems_to_descend(const Task* t, const Task* ancestor);

// POLICY-2: what a policy has taken passes here. nullptr: the task has been put where every thread looks.
Task* permitted(Worker& me, Task* t, Allowed allowed);

// The first task of the team's shared queue that this thread may run.
Task* take_shared(Worker& me, Allowed allowed);
// In passing: not if another thread is at it, and not again in one wait before something has come that this thread has
// not seen.
[[gnu::noinline]] Task* look_at_shared(Worker& me, Allowed allowed);

}  // namespace xomp::sched
