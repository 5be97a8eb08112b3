// Worksharing, for the ABIs: loops and their schedules, sections, single, ordered, doacross. Called by each thread of
// the team, which has its place in the construct at hand (ThreadLoops).
#pragma once

#include <cstdint>

#include "core/team/team.h"
#include "core/worksharing/choose.h"
#include "core/worksharing/doacross.h"
#include "core/worksharing/loop.h"
#include "core/worksharing/loop_nest.h"
#include "core/worksharing/ordered.h"
#include "core/worksharing/schedules/schedules.h"
#include "core/worksharing/sections.h"
#include "core/worksharing/single.h"
#include "core/worksharing/static_bounds.h"
#include "core/worksharing/trip_count.h"

namespace xomp::api {

// ---- describing a loop ----

using worksharing::Direction;
using worksharing::LoopParameters;
using worksharing::sections_as_loop;
using worksharing::trip_count;
using worksharing::trip_count_before;

// ---- its schedule: by kind, by run-sched-var, or the very one ----

using icv::Schedule;
using icv::ScheduleKind;
using icv::ScheduleModifier;
using worksharing::choose_runtime_schedule;
using worksharing::choose_schedule;
using worksharing::Family;
namespace schedules = worksharing::schedules;

// ---- walking through it, chunk by chunk ----

using team::loops_of;
using team::place_of;
using worksharing::end_loop;
using worksharing::Iterations;
using worksharing::next_chunk;
using worksharing::next_section;
using worksharing::shared_memory;
using worksharing::ThreadLoops;
inline void begin_loop(team::Worker& me, const LoopParameters& loop) {
  worksharing::begin_loop(team::team_of(me).loops, loops_of(me), place_of(me), loop);
}
// Returns the next chunk of the thread's loop. That loop may be a combined construct's, whose body asks for chunks
// without having begun the loop. So this begins it.
inline bool next_chunk_of_combined(team::Worker& me, Iterations& chunk) {
  ThreadLoops& mine = loops_of(me);
  if (mine.schedule == nullptr && !worksharing::begin_combined_loop(team::team_of(me).loops, mine, place_of(me)))
    return false;
  return worksharing::next_chunk(mine, chunk);
}

// ---- one value that the first thread to come to a construct makes for all threads ----

using worksharing::Handout;
inline void* wait_for(team::Worker& me, Handout& handout) { return handout.wait(loops_of(me).ring_history); }
// Returns what describes the task reductions of the construct that the thread has begun. It is nullptr if no other
// thread is in the construct, since nothing is shared then.
inline Handout* reductions_handout(team::Worker& me) {
  worksharing::LoopRecord* const record = loops_of(me).record;
  return record != nullptr ? &record->reductions : nullptr;
}

// ---- loops whose chunks compiled code walks itself ----

using worksharing::distribute_and_divide;
using worksharing::LeaguePlace;
using worksharing::StaticBounds;
using worksharing::StaticLoop;
inline LeaguePlace league_place(team::Worker& me) {
  const team::Team& mine = team::team_of(me);
  return {static_cast<std::uint32_t>(mine.league_number), static_cast<std::uint32_t>(mine.league_size)};
}

// ---- nests that clang's code leaves to the runtime to collapse ----

using worksharing::count_rectangular;
using worksharing::find_rectangular;
using worksharing::make_canonical;
using worksharing::NestedLoop;
using worksharing::static_block;

// ---- ordered, without and with dependences between iterations ----

using worksharing::bind_doacross;
using worksharing::Distribution;
using worksharing::DoacrossDimension;
using worksharing::end_doacross;
using worksharing::enter_ordered;
using worksharing::finish_iteration;
using worksharing::leave_ordered;
using worksharing::post_doacross;
using worksharing::UpperBound;
using worksharing::wait_doacross;
inline void begin_doacross(team::Worker& me, const DoacrossDimension* dimensions, std::uint32_t count,
                           UpperBound bound) {
  worksharing::begin_doacross(team::team_of(me).loops, loops_of(me), place_of(me), dimensions, count, bound);
}

// ---- single and copyprivate ----

inline bool win_single(team::Worker& me) {
  return worksharing::win_single(team::team_of(me).loops, loops_of(me), place_of(me).team_size);
}
// Every thread calls publish_copy, passes a barrier, and calls copied_data. All but the thread that has executed the
// region publish nullptr.
inline void publish_copy(team::Worker& me, void* data) {
  worksharing::publish_copy(team::team_of(me).loops, loops_of(me), data);
}
inline void* copied_data(team::Worker& me) { return worksharing::copied_data(team::team_of(me).loops, loops_of(me)); }

}  // namespace xomp::api
