// How the threads of a team combine their private copies of reduction variables: each adds its own to the original,
// either by the atomic operations that the compiler has written, or one after the other under the construct's lock.
#pragma once

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

}  // namespace xomp::sync
