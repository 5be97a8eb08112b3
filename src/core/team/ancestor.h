// The calling thread's ancestors: the threads that encountered the enclosing regions.
#pragma once

#include "core/team/team.h"

namespace xomp::team {

// The thread itself or its ancestor in the team of that nesting level; nullptr if there is no such level.
inline const Thread* ancestor_at(Worker& me, int level) {
  const Thread* thread = &thread_of(me);
  if (level < 0 || level > static_cast<const Team*>(thread->team)->level) return nullptr;
  while (static_cast<const Team*>(thread->team)->level > level)
    thread = static_cast<const Team*>(thread->team)->encountering;
  return thread;
}

}  // namespace xomp::team
