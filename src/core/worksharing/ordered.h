// Ordered loops. The ticket goes from chunk to chunk, in iteration order. One thread executes all iterations of a chunk
// anyway, so one hand-over for each chunk is enough. Every thread of the team calls these functions for itself.
// ORDERED-1 and ORDERED-2 are in ticket_word.h.
#pragma once

#include "core/worksharing/loop.h"

namespace xomp::worksharing {

[[gnu::cold]] void wait_for_ticket(ThreadLoops& me);

// Called at the begin of an ordered region. Does nothing outside of an ordered loop and in a team of one.
inline void enter_ordered(ThreadLoops& me) {
  if (me.ordered.active && !me.ordered.has_ticket) wait_for_ticket(me);
}

// Called at the end of an ordered region, where finish_iteration counts the iterations.
inline void leave_ordered(ThreadLoops& me) {
  if (me.ordered.active && me.ordered.iteration + 1 == me.ordered.chunk.end) pass_ticket(me);
}

// Called when an iteration of an ordered loop is over, whether or not it had an ordered region.
inline void finish_iteration(ThreadLoops& me) {
  if (me.ordered.active && ++me.ordered.iteration == me.ordered.chunk.end) pass_ticket(me);
}

}  // namespace xomp::worksharing
