// The task behind the block that compiled code fills.
#pragma once

#include "abi_llvm/types.h"
#include "core/api/task.h"

namespace xomp::abi_llvm {

inline task::Task* task_of(KmpTask* t) { return task::task_of(t); }

// The priority is in the block by the time the task is handed over.
inline void read_priority(task::Task* t) {
  if (!t->has(task::kPriority)) return;
  const std::int32_t given = static_cast<KmpTask*>(task::data_of(t))->data2.priority;
  t->priority = given < icv::global.max_task_priority ? given : icv::global.max_task_priority;
  if (t->priority <= 0) t->clear(task::kPriority);
}

// Returns whether a taskloop with this pattern is transparent, and so must wait for its tasks. From then on the pattern is as any other.
bool make_loop_opaque(sched::Worker& me, task::Task* pattern);

}  // namespace xomp::abi_llvm
