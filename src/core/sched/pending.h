// `returns=pending`: descriptors come back to their creator by a flag that it looks for, instead of a message (OMPi, section 2.1). The
// alternative is RETURN-1. Which of both serves a task is said by kListed in its flags, and nothing else in the engine differs.
//
// A task is listed in its creator's pending queue (core/task/pending_queue.h) before others can find it. When it ends, then
//   by another thread, without unfinished children: set_flag(). The creator finds the flag, counts the end for the parent, and frees it;
//   by its creator: the end is counted at once. The memory is free at once if the task is the newest in the queue, else it is
//     flagged (kMemoryOnly), since the queue still leads there;
//   with unfinished children: RETURN-2 as ever, by messages. Its memory, once nobody needs it, goes the way of the creator's own.
// A task that cannot be listed, because there is no memory for its place, goes by messages, too. So do those that nobody else could take.
//
// A parent waits until its `unfinished` is 0, as with messages, but that count follows from flags: it is the number of children that the
// parent's worker has not found flagged. The parent may be untied, left, stolen or over. Its worker is the owner of its children all the
// same, because a task goes on on the thread that began it (RETURN-1).
//
// PENDING-2: no thread sleeps beside a flag.
//   flag: flags.exchange(+ kEnded) (seq_cst), then `returned` (seq_cst): a mark of sleep there is told to the sleeper's event.
//   sleeper: `returned` = mark (seq_cst), full fence, looks at all its listed tasks, sleeps only if none has the flag.
//   One of the two sees the other.
#pragma once

#include "core/sched/finish.h"
#include "core/sched/idle_sleep.h"
#include "core/sched/policy.h"

namespace xomp::sched {

// Lists a new task with its creator, the calling thread.
[[gnu::noinline, gnu::cold]] void list(Worker& me, Task* t);
// Takes all listed tasks that have ended, if so many are listed that it is worth while. Called before a task is listed.
void collect_if_due(Worker& me);
// Lists the task, and defers it as the policy does.
void list_and_defer(Worker& me, Task* t);

// The task, listed elsewhere or here, has ended without children: sets its flag. The caller does not touch it afterwards. Any thread.
void tell_owner(Task* t);
// free_descriptor() for a task that is listed. Called by its owner.
[[gnu::noinline, gnu::cold]] void free_listed(Worker& me, Task* t);

// Take listed tasks that have ended: some of them if there are many, or all. The latter returns how many had.
void look_at_pending(Worker& me);
std::uint32_t collect_pending(Worker& me);

// The sleep of a timed wait, for a thread that has found `found` in `returned` instead of nullptr. `announced` is of its event.
[[gnu::noinline, gnu::cold]] void sleep_beside_pending(Worker& me, Task* found, Condition done, std::uint32_t announced,
                                                       std::uint64_t ns);

}  // namespace xomp::sched
