// sections: the section numbers are the iterations of a dynamic loop. Called by every thread of the team.
#pragma once

#include "core/worksharing/loop.h"
#include "core/worksharing/schedules/schedules.h"

namespace xomp::worksharing {

inline LoopParameters sections_as_loop(std::uint64_t sections) {
  LoopParameters loop;
  loop.schedule = &schedules::dynamic;
  loop.trip = sections;
  loop.splits_alone = true;
  return loop;
}

// Returns the next section's number, from 0, or the number of sections when there is none left.
inline std::uint64_t next_section(ThreadLoops& me, std::uint64_t sections) {
  Iterations one;
  return next_chunk(me, one) ? one.begin : sections;
}

}  // namespace xomp::worksharing
