// The short way of most tasks that a tool watches: plain ones that run where they are made. A tool hears of them what it hears of
// others (watched.h). recorded.h has the recorder's way. Called by the thread that makes the task.
#pragma once

#include "core/sched/watched.h"

namespace xomp::sched {

// Says whether a new plain task of the current one, which is watched, runs here and now by one of the next two.
bool runs_watched_here(Worker& me, bool may_be_deferred);
// Runs it in its block.
void run_watched(Worker& me, task::Task* t, trace::Call from);
// Runs it on the creator's data, without a block. `tie`: kUntied, or 0.
void run_watched_on_stack(Worker& me, void (*body)(void*), void* data, std::size_t bytes, std::uint32_t tie,
                          bool may_be_deferred, trace::Call from);

}  // namespace xomp::sched
