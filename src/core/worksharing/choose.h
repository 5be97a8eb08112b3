// From a schedule's kind, modifier and chunk to LoopParameters. Called by every thread at the beginning of a loop.
#pragma once

#include "core/icv/icv.h"
#include "core/worksharing/loop.h"

namespace xomp::worksharing {

// The two families of compilers expect different chunks of guided and auto.
enum class Family : std::uint8_t {
  half_share,  // guided: remaining / (2 * threads); auto: as guided
  full_share,  // guided: remaining / threads, rounded up; auto: as static
};

// Fills in schedule, chunk, shares and rounding. chunk 0: not given (a static schedule makes blocks then).
void choose_schedule(LoopParameters& loop, icv::ScheduleKind kind, bool nonmonotonic, std::int64_t chunk,
                     Family family);

// schedule(runtime). nonmonotonic: the clause allows it, or has no modifier and the ICV does not forbid it.
inline void choose_runtime_schedule(LoopParameters& loop, const icv::Schedule& icv, bool nonmonotonic, Family family) {
  const bool free_order = nonmonotonic && icv.modifier != icv::ScheduleModifier::monotonic;
  choose_schedule(loop, icv.kind, free_order, icv.chunk, family);
}

}  // namespace xomp::worksharing
