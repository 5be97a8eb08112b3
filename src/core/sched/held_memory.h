// Blocks of ended tasks that their owner does not use again before its next region. Under ThreadSanitizer with a tool only: a block
// comes home through code that ThreadSanitizer does not see, and the new task's data would count as a race with the old
// one's. ThreadSanitizer is not told of that order, because the owner's own code would count as ordered, too, and races
// would be hidden. At the next region everything is ordered anyway.
#pragma once

#include "core/sched/worker.h"
#include "trace/tool.h"

namespace xomp::sched {

// Called by the owner, for a block that another thread has sent home. Returns false if the block may be used at once.
[[gnu::noinline, gnu::cold]] bool hold_back(Worker& me, task::Task* t);
[[gnu::noinline, gnu::cold]] void use_held(Worker& me);

inline bool is_held_back(Worker& me, task::Task* t) {
  return trace::holds_memory.load(relaxed) && hold_back(me, t);  // written once, before the first task
}
inline void use_held_memory(Worker& me) {
  if (trace::holds_memory.load(relaxed)) [[unlikely]]  // as above
    use_held(me);
}

}  // namespace xomp::sched
