// taskgroup (OpenMP 5.2, section 15.4): opening, counting, waiting. Called by the thread that executes the current
// task.
#pragma once

#include "core/sched/policy.h"

namespace xomp::sched {

void begin_taskgroup(Worker& me);
void wait_for_taskgroup(Worker& me);  // the group's tasks have ended; the group stays open
void end_taskgroup(Worker& me);       // waits and closes

}  // namespace xomp::sched
