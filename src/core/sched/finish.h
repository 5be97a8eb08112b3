// Inside core/sched: the end of a task, step by step.
#pragma once

#include <cstdint>

#include "core/sched/scheduler.h"

namespace xomp::sched {

// The value of Worker::returned while the worker sleeps in a wait.
inline task::Task* asleep_mark() { return reinterpret_cast<task::Task*>(std::uintptr_t{1}); }

// What ends with the body, before the task counts as ended. False: its event is not fulfilled yet, and whoever fulfils
// it goes on (DETACH-1). Executor.
bool end_body(Worker& me, task::Task* t);
// Counts the end of a task that is over: parent, memory. Nothing of *t may be used afterwards.
void retire(Worker& me, task::Task* t);

}  // namespace xomp::sched
