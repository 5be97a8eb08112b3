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
// The same, without a call in the usual case: the thread's own task, and its parent's, and none of its children is
// left.
inline void retire_here(Worker& me, task::Task* t) {
  const std::uint32_t flags = t->flags.load(relaxed);
  const std::uint32_t size_class = flags & task::kSizeClass;
  const bool usual = t->owner == me.id && t->unfinished == 0 && (flags & (task::kDependent | task::kHasTable)) == 0 &&
                     size_class != task::DescriptorPool::kMapped;
  if (!usual) [[unlikely]]
    return retire(me, t);
  task::Task* const parent = t->parent.load(relaxed);  // valid: this child is not counted yet
  if (parent->unfinished == 1 && parent->has(task::kOrphaned)) [[unlikely]]
    return retire(me, t);
  me.pool.release_small(t, size_class);
  --parent->unfinished;
}

}  // namespace xomp::sched
