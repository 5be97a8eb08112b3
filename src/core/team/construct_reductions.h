// reduction(task, ...) on a parallel or worksharing construct: each thread of the team opens a taskgroup that stands
// for the construct, and all threads reduce into one storage. Called by each thread of the team, for itself.
#pragma once

#include <cstddef>

#include "core/task/reduction.h"
#include "core/team/team.h"

namespace xomp::team {

enum class ReducingConstruct : bool { parallel, worksharing };

// Opens the thread's taskgroup for the construct and returns it; the caller attaches what is reduced.
task::Taskgroup& begin_construct_group(Worker& me, ReducingConstruct construct);

// Returns the storage of the thread's construct. The first thread to come makes it.
task::ReductionStorage join_construct_storage(Worker& me, ReducingConstruct construct, std::size_t stride);
// Ends the group that begin_construct_group opened and leaves the storage; the last thread to leave combines the
// copies. Outside of such a group: nothing.
void end_construct_storage(Worker& me, ReducingConstruct construct);

// As end_construct_storage() for a loop or sections, where compiled code leaves a cancelled one without a call of its
// end. Otherwise the group would stay open, and the other threads' next construct would find this one's storage. What
// the construct reduces is unspecified then.
void leave_cancelled_worksharing(Worker& me);
// At the end of a cancelled region: as leave_cancelled_worksharing(), for all constructs that the thread is still in. The
// region's end gives their storage back.
void leave_cancelled_constructs(Worker& me);

// Ends the group where compiled code has combined the copies. Thread 0 gives the storage back, because it is the same
// for all threads.
void end_combined_construct(Worker& me);

// Finds where the thread's copy of the variable at `address` is, in `innermost` or a group around it. If there is none
// the program ends with a message.
task::PrivateCopy find_private_copy(Worker& me, const task::Taskgroup* innermost, void* address);

}  // namespace xomp::team
