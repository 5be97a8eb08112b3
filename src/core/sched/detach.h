// Detachable tasks (OpenMP 5.2, section 12.5.2).
//
// DETACH-1: a detachable task ends when its body is over and its event is fulfilled. Each side sets its bit of
//   `completion` by a fetch_or (acq_rel); the one that finds the other's bit set does the rest. A fulfiller in another
//   team, or in none, counts the end in finished_elsewhere, where any thread may count.
#pragma once

#include "core/sched/policy.h"

namespace xomp::sched {

// Called when the body of a detachable task is over, by its executor. Returns whether its event is fulfilled, so that
// the caller ends the task.
bool leave_to_event(Worker& me, Task* t);
// Says whether the event of an undeferred task is fulfilled. Its executor waits for that.
bool is_fulfilled(const Task* t);

// omp_fulfill_event: completes the task if its body is over. Any worker may call it.
void fulfill_event(Worker& me, Task* t);

}  // namespace xomp::sched
