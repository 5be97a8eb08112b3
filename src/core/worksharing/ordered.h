// Ordered loops. The turn goes from chunk to chunk, in iteration order: all iterations of a chunk are executed by one
// thread anyway, so one hand-over a chunk is all it takes. Called by every thread of the team, each for itself.
// ORDERED-1 and ORDERED-2 are in turn_word.h.
#pragma once

#include "core/worksharing/loop.h"

namespace xomp::worksharing {

[[gnu::cold]] void wait_for_turn(ThreadLoops& me);

// Entering an ordered region. Outside of an ordered loop and in a team of one: nothing.
inline void enter_ordered(ThreadLoops& me) {
  if (me.ordered.active && !me.ordered.has_turn) wait_for_turn(me);
}

// Leaving an ordered region, where iterations are counted by finish_iteration.
inline void leave_ordered(ThreadLoops& me) {
  if (me.ordered.active && me.ordered.iteration + 1 == me.ordered.chunk.end) pass_turn(me);
}

// An iteration of an ordered loop is over, whether or not it had an ordered region.
inline void finish_iteration(ThreadLoops& me) {
  if (me.ordered.active && ++me.ordered.iteration == me.ordered.chunk.end) pass_turn(me);
}

}  // namespace xomp::worksharing
