// The graph is the one view whose tasks are counted, by groups. For core/graph only.
//
// GRAPH-1: a thread that waits for a group is told of the group's end. The order is that of VIEW-1.
//   waiter: waiters + 1, asleep = 1 (seq_cst), the group's word; sleeps.   ender: the word becomes 0, full fence, waiters, asleep.
// GRAPH-2: the tasks of a group have ended when the group's word of Termination is 0 (TERM-1). What a thread makes outside of the group's
//   tasks is added to the word itself, before it is put anywhere. So the thread may wait for ever between two submissions without
//   holding anybody up. A seat counts in the word of one group at a time. Before its thread runs a task of another
//   group, the seat falls idle in the one word and wakes up in the other. A thread that waits for one group runs no
//   other group's tasks, because one of them may wait for what that thread does next. It spills them, so that any other
//   thread can run them. While it sleeps, its own tasks may lie under others' in a queue whose thread waits the same way, and under some
//   policies only one thread can take them from there. So its sleep is a timed wait, after which it searches all queues again.
// GRAPH-3: no task goes into a view that open() has replaced by one of another size, and nobody waits there.
//   opener:    view = nullptr (seq_cst), full fence; if a thread waits or a word is not 0, the view stays.
//   submitter: word + 1 (seq_cst), view (seq_cst).   waiter: waiters + 1 (seq_cst), view (seq_cst).
//   A thread that reads nullptr takes the lock, which the opener holds, so it waits for the new view.
// GRAPH-4: where each task is counted by itself (TERM-3), a seat adds to the word of its task's group what that task submits, and takes the
//   task itself away. So no seat is ever at work for a word, and none changes words. The rest is as in GRAPH-1 to 3.
#pragma once

#include <cstdint>

#include "core/graph/layout.h"
#include "core/graph/outside.h"
#include "core/graph/overflow.h"
#include "core/sched/termination.h"
#include "platform/short_lock.h"

namespace xomp::graph {

// What the groups of the graph share. The process has one.
struct Groups {
  sched::GroupTerminations<kGroups> terminations;  // [GRAPH-2]
  Outside outside;
  Overflow spilled[kGroups];  // [GRAPH-2] tasks that threads spilled because they wait for another group
  alignas(platform::cache_line) atomic<std::int32_t> waiters{0};  // [GRAPH-1] threads that wait for groups
  atomic<View*> view{nullptr};                                    // [GRAPH-3] written under the lock
  platform::ShortLock lock;
  bool used[kGroups] = {true};  // under the lock; group 0 is always there
};
extern Groups the_groups;

// --- a seat of the graph ---

// Runs a task, and after it those that become the seat's `next`. The second one is for seats that count each task (GRAPH-4).
void run_counted(Seat& me, Task* task);
void run_counting_each(Seat& me, Task* task);
// A task of the seat's group submits one [GRAPH-4]. Or one of another group, or a task of an executor that runs inside.
void inject_from_task(Seat& me, Task* task);
// Called when the thread has found no task: what the seat has counted goes into the group's word.
void fall_idle(Seat& me);
// Returns a task that others have spilled and that the thread here may run, or nullptr.
Task* take_spilled(Seat& me);
bool has_spilled();
// Returns a task that the thread here may run, or nullptr. If the thread waits for one group and `task` is another's,
// it spills `task` and looks for another one.
Task* sift(Seat& me, Task* task);
// --- any seat ---

// Says whether the thread here waits for one group while others have tasks.
bool leaves_tasks_to_others(const Seat& me);
// Says whether the thread here might find a task that it may run. A thread that waits for one group, while others have tasks, looks at once
// only for what was spilled for it, and after a timed wait (`has_waited`) into all queues.
bool has_tasks_for(Seat& me, bool has_waited);

// Called in fork()'s child, whose one thread sits on `mine`, or outside. No group has tasks but those that the thread
// is in, because the other threads are gone.
void forget_groups(Seat* mine);

}  // namespace xomp::graph
