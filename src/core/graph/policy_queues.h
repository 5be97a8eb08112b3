// Ready tasks under a scheduling policy other than `auto`: they go through the policy's own objects, as OpenMP tasks do.
//
// The policy sees a team: a seat for each thread of the crew, and seat 0 for the first thread that waits for the graph. A
// thread visits that team for one call of the policy. What it runs then, it runs in the team where it was. For each queued
// graph task the policy sees a descriptor, which lives until a thread has taken it.
//
// VISIT-1: a seat has one thread at a time, and tasks in its queue are found whether it has one or not.
//   `taken` is claimed by compare-and-swap (acquire) and given up (release) by the thread that has it. While nobody has it,
//   the queue stays where thieves look. Policies whose queues only the owner empties let idle threads raid it.
//   A thread without a seat uses the team's shared queue only, to put tasks and to take them.
// VISIT-2: no task stays in a team of seats that a larger one has replaced.
//   open():     under the crew's lock takes all seats of the former team; if a thread has one, that team stays, and threads of the crew
//               for whom it has no seat do without. Publishes the new team, full fence, then moves what the former one has to it. The
//               seats stay taken, so no thread puts a task into the former one's queues any more.
//   submitter:  without a seat. Reads the team, puts the task into its shared queue, full fence, reads the team again. If that is
//               another one by now, it moves what is in the former one's shared queue. So one of the two sees the task.
#pragma once

#include <cstdint>

#include "core/graph/engine.h"
#include "core/sched/idle.h"

namespace xomp::graph {

struct PolicySeat;

// Whether graph tasks go through a policy's objects.
inline bool uses_policy() { return the_graph.by_policy.load(relaxed); }  // as written before the thread registered

// The calling thread takes the seat with this number, if it is free, and gives it up.
void take_seat(Worker& me, int number);
void leave_seat(Worker& me);

void put_by_policy(Worker& me, Task* task);
// The calling thread's next task; nullptr if none was found. search: before the thread gives up for a while.
Task* take_by_policy(Worker& me);
Task* search_by_policy(Worker& me, sched::Effort effort);
// Sleeps until there may be a task, or `over` holds.
void sleep_by_policy(Worker& me, sched::Condition over, sched::Nap& nap);
// Wakes all that sleep there.
void wake_sleepers_of_policy();

// The crew has so many threads, the one that waits included. One thread at a time.
void seat_crew(int threads);
// In fork()'s child.
void forget_seats();

}  // namespace xomp::graph
