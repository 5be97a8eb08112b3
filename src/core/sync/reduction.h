// How the threads of a team combine their private copies of reduction variables: each adds its own to the original,
// either by the atomic operations that the compiler has written, or one after the other under the construct's lock.
#pragma once

#include "core/sync/critical.h"

namespace xomp::sync {

// The compiled code's next step; the values are clang's.
enum class ReductionStep : int {
  combined = 0,   // nothing: another thread has taken this thread's copies
  exclusive = 1,  // plain updates of the originals
  atomic = 2,     // atomic updates
};

inline ReductionStep reduction_step(int team_size, bool has_atomic_code) {
  if (team_size == 1) return ReductionStep::exclusive;
  return has_atomic_code ? ReductionStep::atomic : ReductionStep::exclusive;
}

// What a thread does with its copies; the last of `exclusive`'s updates is followed by end_reduction. `storage`: the
// construct's critical name.
inline ReductionStep begin_reduction(int team_size, bool has_atomic_code, CriticalStorage& storage) {
  const ReductionStep step = reduction_step(team_size, has_atomic_code);
  if (step == ReductionStep::exclusive && team_size > 1) storage.lock().lock();
  return step;
}
inline void end_reduction(int team_size, bool has_atomic_code, CriticalStorage& storage) {
  if (reduction_step(team_size, has_atomic_code) == ReductionStep::exclusive && team_size > 1) storage.lock().unlock();
}

}  // namespace xomp::sync
