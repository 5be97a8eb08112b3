// Loops whose chunks the runtime hands out, sections of other compilers, and ordered. Bounds are inclusive. Called by
// each thread of the team; a loop may be left without any closing call.
#include "abi_llvm/schedule_code.h"
#include "abi_llvm/types.h"
#include "core/team/roots.h"
#include "core/team/team.h"
#include "core/worksharing/ordered.h"
#include "core/worksharing/sections.h"
#include "core/worksharing/static_bounds.h"

using namespace xomp;
using namespace xomp::abi_llvm;
using worksharing::Iterations;
using worksharing::LoopParameters;
using worksharing::ThreadLoops;

namespace {

template <class T>
void dispatch_init(team::Worker& me, std::int32_t schedule, T lower, T upper, std::make_signed_t<T> step,
                   std::make_signed_t<T> chunk) {
  const worksharing::Place place = team::place_of(me);
  LoopParameters loop;
  loop.trip = worksharing::trip_count<T>(lower, upper, step);
  loop.bounds.start = static_cast<std::uint64_t>(lower);
  loop.bounds.step = static_cast<std::uint64_t>(step);
  choose(loop, DecodedSchedule(schedule), chunk, place.team_size, team::icv_of(me).run_schedule);
  begin_loop(team::team_of(me).loops, team::loops_of(me), place, loop);
}

template <class T>
std::int32_t dispatch_next(std::int32_t id, std::int32_t* last, T* lower, T* upper, std::make_signed_t<T>* step) {
  ThreadLoops& mine = team::loops_of(team::worker_of(id));
  Iterations chunk;
  if (!next_chunk(mine, chunk)) return 0;
  *lower = static_cast<T>(mine.bounds.start + chunk.begin * mine.bounds.step);
  *upper = static_cast<T>(mine.bounds.start + (chunk.end - 1) * mine.bounds.step);
  if (step != nullptr) *step = static_cast<std::make_signed_t<T>>(mine.bounds.step);
  if (last != nullptr) *last = chunk.end == mine.trip;
  return 1;
}

// The team's block of the loop, handed out to its threads.
template <class T>
void distribute_and_dispatch(std::int32_t id, std::int32_t schedule, std::int32_t* last, T lower, T upper,
                             std::make_signed_t<T> step, std::make_signed_t<T> chunk) {
  team::Worker& me = team::worker_of(id);
  const team::Team& team = team::team_of(me);
  const worksharing::StaticLoop<T> loop(lower, upper, step);
  const auto block =
      loop.block(static_cast<std::uint32_t>(team.league_number), static_cast<std::uint32_t>(team.league_size));
  if (last != nullptr) *last = block.last;
  dispatch_init<T>(me, schedule, block.lower, block.upper, step, chunk);
}

using I4 = std::int32_t;
using U4 = std::uint32_t;
using I8 = std::int64_t;
using U8 = std::uint64_t;

}  // namespace

XOMP_EXPORT void __kmpc_dispatch_init_4(Ident*, I4 id, I4 schedule, I4 lower, I4 upper, I4 step, I4 chunk) {
  dispatch_init<I4>(team::worker_of(id), schedule, lower, upper, step, chunk);
}
XOMP_EXPORT void __kmpc_dispatch_init_4u(Ident*, I4 id, I4 schedule, U4 lower, U4 upper, I4 step, I4 chunk) {
  dispatch_init<U4>(team::worker_of(id), schedule, lower, upper, step, chunk);
}
XOMP_EXPORT void __kmpc_dispatch_init_8(Ident*, I4 id, I4 schedule, I8 lower, I8 upper, I8 step, I8 chunk) {
  dispatch_init<I8>(team::worker_of(id), schedule, lower, upper, step, chunk);
}
XOMP_EXPORT void __kmpc_dispatch_init_8u(Ident*, I4 id, I4 schedule, U8 lower, U8 upper, I8 step, I8 chunk) {
  dispatch_init<U8>(team::worker_of(id), schedule, lower, upper, step, chunk);
}

XOMP_EXPORT I4 __kmpc_dispatch_next_4(Ident*, I4 id, I4* last, I4* lower, I4* upper, I4* step) {
  return dispatch_next<I4>(id, last, lower, upper, step);
}
XOMP_EXPORT I4 __kmpc_dispatch_next_4u(Ident*, I4 id, I4* last, U4* lower, U4* upper, I4* step) {
  return dispatch_next<U4>(id, last, lower, upper, step);
}
XOMP_EXPORT I4 __kmpc_dispatch_next_8(Ident*, I4 id, I4* last, I8* lower, I8* upper, I8* step) {
  return dispatch_next<I8>(id, last, lower, upper, step);
}
XOMP_EXPORT I4 __kmpc_dispatch_next_8u(Ident*, I4 id, I4* last, U8* lower, U8* upper, I8* step) {
  return dispatch_next<U8>(id, last, lower, upper, step);
}

// After each iteration of an ordered loop.
XOMP_EXPORT void __kmpc_dispatch_fini_4(Ident*, I4 id) { finish_iteration(team::loops_of(team::worker_of(id))); }
XOMP_EXPORT void __kmpc_dispatch_fini_4u(Ident*, I4 id) { finish_iteration(team::loops_of(team::worker_of(id))); }
XOMP_EXPORT void __kmpc_dispatch_fini_8(Ident*, I4 id) { finish_iteration(team::loops_of(team::worker_of(id))); }
XOMP_EXPORT void __kmpc_dispatch_fini_8u(Ident*, I4 id) { finish_iteration(team::loops_of(team::worker_of(id))); }

// Emitted on the normal way out only, and by new compilers only: the last dispatch_next has done it.
XOMP_EXPORT void __kmpc_dispatch_deinit(Ident*, I4) {}

XOMP_EXPORT void __kmpc_dist_dispatch_init_4(Ident*, I4 id, I4 schedule, I4* last, I4 lower, I4 upper, I4 step,
                                             I4 chunk) {
  distribute_and_dispatch<I4>(id, schedule, last, lower, upper, step, chunk);
}
XOMP_EXPORT void __kmpc_dist_dispatch_init_4u(Ident*, I4 id, I4 schedule, I4* last, U4 lower, U4 upper, I4 step,
                                              I4 chunk) {
  distribute_and_dispatch<U4>(id, schedule, last, lower, upper, step, chunk);
}
XOMP_EXPORT void __kmpc_dist_dispatch_init_8(Ident*, I4 id, I4 schedule, I4* last, I8 lower, I8 upper, I8 step,
                                             I8 chunk) {
  distribute_and_dispatch<I8>(id, schedule, last, lower, upper, step, chunk);
}
XOMP_EXPORT void __kmpc_dist_dispatch_init_8u(Ident*, I4 id, I4 schedule, I4* last, U8 lower, U8 upper, I8 step,
                                              I8 chunk) {
  distribute_and_dispatch<U8>(id, schedule, last, lower, upper, step, chunk);
}

XOMP_EXPORT void __kmpc_ordered(Ident*, I4 id) { enter_ordered(team::loops_of(team::worker_of(id))); }
XOMP_EXPORT void __kmpc_end_ordered(Ident*, I4 id) { leave_ordered(team::loops_of(team::worker_of(id))); }

// The number of sections comes with each request for one.
XOMP_EXPORT I4 __kmpc_sections_init(Ident*, I4 id) {
  team::Worker& me = team::worker_of(id);
  const LoopParameters loop = worksharing::sections_as_loop(~std::uint64_t{0});
  begin_loop(team::team_of(me).loops, team::loops_of(me), team::place_of(me), loop);
  return 1;
}
XOMP_EXPORT I4 __kmpc_next_section(Ident*, I4 id, I4 sections) {
  ThreadLoops& mine = team::loops_of(team::worker_of(id));
  const std::uint64_t section = next_section(mine, static_cast<std::uint64_t>(sections));
  if (section < static_cast<std::uint64_t>(sections)) return static_cast<I4>(section);
  end_loop(mine);
  return sections;
}
XOMP_EXPORT void __kmpc_end_sections(Ident*, I4 id) { end_loop(team::loops_of(team::worker_of(id))); }
