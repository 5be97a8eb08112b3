// Detachable tasks (OpenMP 5.2, section 12.5.2).
//
// DETACH-1: a detachable task ends when its body is over and its event is fulfilled. Each side sets its bit of the event's
//   word (acq_rel); the one that finds the other's bit set closes the event and does the rest. A fulfiller in another
//   team, or in none, counts the end in finished_elsewhere, where any thread may count.
//   A task that is cancelled ends without its event: its executor closes that before the body is over.
#pragma once

#include "core/sched/policy.h"
#include "core/task/completion_event.h"

namespace xomp::sched {

// Makes a new task detachable. Called by its creator, before it hands the task over.
task::EventHandle open_event(Worker& me, Task* t);
// Called when the body of a detachable task is over, by its executor. Returns whether its event is fulfilled, so that
// the caller ends the task.
bool leave_to_event(Worker& me, Task* t);
// Called by the executor, which cancels its task. The task then ends without its event, if it has one.
void forgo_event(Worker& me, Task* t);

// omp_fulfill_event: completes the task if its body is over. It does nothing with the event of a task that was
// cancelled. Any worker may call it.
void fulfill_event(Worker& me, task::EventHandle handle);

}  // namespace xomp::sched
