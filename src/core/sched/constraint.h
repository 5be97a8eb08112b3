// Which tasks a waiting thread may run: the task scheduling constraint (OpenMP 5.2, section 12.9).
//
// CONSTRAINT-1: whether a task descends from a waiting one.
//   It descends from an implicit task if that is the root of its tree.
//   For an explicit task the chain of parents tells, which is followed for a bounded number of links. A parent
//   stays valid while a child is unfinished and its own body is not over (kOrphaned clear). The walk notes the chain
//   first and then checks kOrphaned downwards from the top. Each flag read clear proves that the next link was valid
//   when it was read. For a release fence stands between kOrphaned and all later uses of the parent's memory, so a
//   thread that reads from those the link of another task sees the flag. Taskgroups tell, too: a task in a group, or in
//   a group nested in it, descends from the task that opened the group.
//   "No" may be wrong. No thread waits for ever for a task that all threads refuse: a thread that waits for children
//   accepts them (one link), a thread that waits for a group accepts its members, and the barrier accepts all others.
#pragma once

#include "core/sched/policy.h"
#include "core/task/task.h"

namespace xomp::sched {

// The caller must hold the task. True is sure.
bool is_permitted(Worker& me, const Task* t, Allowed allowed);
// Another thread may take the task meanwhile. The result is a guess, but no wrong memory is read, since
// descriptors stay descriptors.
bool seems_permitted(Worker& me, const Task* t, Allowed allowed);
// Guesses whether the task in which this thread waits may wait for `t`. Returns true where that cannot be seen.
bool may_be_waited_for(Worker& me, const Task* t);
// Guesses whether a thread that waits in `ancestor` may run a task that the caller holds. It is a guess, because
// `ancestor` may be over.
bool seems_to_descend(const Task* t, const Task* ancestor);

// A task that a policy has taken passes here (POLICY-2). Returns nullptr if it has been put where every thread looks.
Task* permitted(Worker& me, Task* t, Allowed allowed);

// Takes the first task of the team's shared queue that this thread may run, or returns nullptr. With Effort::utmost it
// looks at all of them. It does not look again in one wait before a task has come that it has not seen.
Task* take_shared(Worker& me, Allowed allowed, Effort effort);
// As take_shared(), in passing: it looks at a few tasks only, and not while another thread looks, so that it never
// waits.
[[gnu::noinline]] Task* look_at_shared(Worker& me, Allowed allowed);
// Takes a task of the shared queue with a higher priority than this, which a thread inside a task may run; in passing.
Task* take_urgent(Worker& me, std::int32_t priority);

}  // namespace xomp::sched
