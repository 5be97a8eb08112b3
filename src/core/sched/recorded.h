// Explicit tasks and taskwaits as the recorder sees them (trace/recorded_tasks.h). It stands in a tool's place and asks less than a
// tool: no frames, no states, no inquiries. So these take the place of watched.h's functions while it records.
#pragma once

#include "core/sched/watched.h"

namespace xomp::sched {

// Says whether a new plain task of the current one, which is watched, is recorded and runs here and now.
bool runs_recorded_here(Worker& me, bool may_be_deferred);
// Runs it: in its block, or on the stack without one. Its record is on the stack, too, since it ends before its creator goes on.
// `call`: what the creating call returns to.
void run_recorded(Worker& me, task::Task* t, const void* call);
void run_recorded_on_stack(Worker& me, void (*body)(void*), void* data, std::uint32_t tie, bool is_deferred,
                           const void* call);

void record_creation(Worker& me, task::Task* t, const Creation& creation);
void record_start(Worker& me, task::Task* t);
void record_end(Worker& me, task::Task* t, ompt_task_status_t how);
// taskwait: all of it.
void recorded_taskwait(Worker& me, const void* call);

}  // namespace xomp::sched
