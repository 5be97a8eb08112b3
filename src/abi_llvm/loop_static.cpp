// Static loops whose chunks the compiled code walks itself: for, distribute, and both at once. Called by each thread
// (for distribute: each team's initial thread) with the loop's bounds, inclusive, which are replaced by its own.
#include "abi_llvm/schedule_code.h"
#include "abi_llvm/types.h"
#include "core/team/roots.h"
#include "core/team/team.h"
#include "core/worksharing/doacross.h"
#include "core/worksharing/static_bounds.h"

using namespace xomp;
using namespace xomp::abi_llvm;
using worksharing::LeaguePlace;
using worksharing::StaticBounds;
using worksharing::StaticLoop;

namespace {

LeaguePlace league_place(team::Worker& me) {
  const team::Team& team = team::team_of(me);
  return {static_cast<std::uint32_t>(team.league_number), static_cast<std::uint32_t>(team.league_size)};
}

template <class T>
StaticBounds<T> bounds_for(const StaticLoop<T>& loop, ScheduleCode code, std::uint32_t part, std::uint32_t parts,
                           std::uint64_t chunk) {
  using enum ScheduleCode;
  switch (code) {
    case static_:
    case static_balanced:
    case distribute_static: return loop.block(part, parts);
    case static_chunked:
    case distribute_static_chunked: return loop.cyclic(part, parts, chunk);
    case static_greedy: return loop.long_block(part, parts, 1);
    case static_balanced_chunked: return loop.long_block(part, parts, chunk);
    default: platform::fatal("__kmpc_for_static_init: unknown schedule %d", static_cast<int>(code));
  }
}

template <class T>
void store(const StaticBounds<T>& b, std::int32_t* last, T* lower, T* upper, std::make_signed_t<T>* stride) {
  if (last != nullptr) *last = b.last;
  *lower = b.lower;
  *upper = b.upper;
  if (stride != nullptr) *stride = b.stride;
}

template <class T>
void static_init(std::int32_t id, std::int32_t schedule, std::int32_t* last, T* lower, T* upper,
                 std::make_signed_t<T>* stride, std::make_signed_t<T> step, std::make_signed_t<T> chunk) {
  team::Worker& me = team::worker_of(id);
  const ScheduleCode code = DecodedSchedule(schedule).code;
  std::uint32_t part = static_cast<std::uint32_t>(me.thread->number);
  std::uint32_t parts = static_cast<std::uint32_t>(me.thread->team->size);
  if (code == ScheduleCode::distribute_static || code == ScheduleCode::distribute_static_chunked) {
    const LeaguePlace league = league_place(me);
    part = league.team_num;
    parts = league.teams;
  }
  const StaticLoop<T> loop(*lower, *upper, step);
  if (parts == 1) return store(loop.whole(), last, lower, upper, stride);
  const std::uint64_t length = at_least_one(chunk);
  if (worksharing::ThreadLoops& mine = team::loops_of(me); mine.doacross.active) [[unlikely]] {
    const bool blocks = code == ScheduleCode::static_ || code == ScheduleCode::static_balanced;
    bind_doacross(mine, loop.trip(), blocks ? worksharing::Distribution::blocks : worksharing::Distribution::cyclic,
                  length);
  }
  const bool writes_stride = code != ScheduleCode::static_balanced_chunked || loop.trip() == 0;
  store(bounds_for(loop, code, part, parts, length), last, lower, upper, writes_stride ? stride : nullptr);
}

// The team's first chunk of dist_schedule(static, chunk).
template <class T>
void team_static_init(std::int32_t id, std::int32_t* last, T* lower, T* upper, std::make_signed_t<T>* stride,
                      std::make_signed_t<T> step, std::make_signed_t<T> chunk) {
  const LeaguePlace league = league_place(team::worker_of(id));
  const StaticLoop<T> loop(*lower, *upper, step);
  store(loop.team_chunk(league.team_num, league.teams, at_least_one(chunk)), last, lower, upper, stride);
}

// distribute parallel for: the team's block, and the thread's part of it.
template <class T>
void distribute_and_init(std::int32_t id, std::int32_t schedule, std::int32_t* last, T* lower, T* upper,
                         T* distribute_upper, std::make_signed_t<T>* stride, std::make_signed_t<T> step,
                         std::make_signed_t<T> chunk) {
  team::Worker& me = team::worker_of(id);
  const bool chunked = DecodedSchedule(schedule).code == ScheduleCode::static_chunked;
  const auto divided = distribute_and_divide(StaticLoop<T>(*lower, *upper, step), league_place(me), team::place_of(me),
                                             chunked ? at_least_one(chunk) : 0);
  store(divided.mine, last, lower, upper, stride);
  *distribute_upper = divided.distribute_upper;
}

using I4 = std::int32_t;
using U4 = std::uint32_t;
using I8 = std::int64_t;
using U8 = std::uint64_t;

}  // namespace

XOMP_EXPORT void __kmpc_for_static_init_4(Ident*, I4 id, I4 schedule, I4* last, I4* lower, I4* upper, I4* stride,
                                          I4 step, I4 chunk) {
  static_init<I4>(id, schedule, last, lower, upper, stride, step, chunk);
}
XOMP_EXPORT void __kmpc_for_static_init_4u(Ident*, I4 id, I4 schedule, I4* last, U4* lower, U4* upper, I4* stride,
                                           I4 step, I4 chunk) {
  static_init<U4>(id, schedule, last, lower, upper, stride, step, chunk);
}
XOMP_EXPORT void __kmpc_for_static_init_8(Ident*, I4 id, I4 schedule, I4* last, I8* lower, I8* upper, I8* stride,
                                          I8 step, I8 chunk) {
  static_init<I8>(id, schedule, last, lower, upper, stride, step, chunk);
}
XOMP_EXPORT void __kmpc_for_static_init_8u(Ident*, I4 id, I4 schedule, I4* last, U8* lower, U8* upper, I8* stride,
                                           I8 step, I8 chunk) {
  static_init<U8>(id, schedule, last, lower, upper, stride, step, chunk);
}

XOMP_EXPORT void __kmpc_for_static_fini(Ident*, I4) {}
XOMP_EXPORT void __kmpc_dist_for_static_fini(Ident*, I4) {}

XOMP_EXPORT void __kmpc_team_static_init_4(Ident*, I4 id, I4* last, I4* lower, I4* upper, I4* stride, I4 step,
                                           I4 chunk) {
  team_static_init<I4>(id, last, lower, upper, stride, step, chunk);
}
XOMP_EXPORT void __kmpc_team_static_init_4u(Ident*, I4 id, I4* last, U4* lower, U4* upper, I4* stride, I4 step,
                                            I4 chunk) {
  team_static_init<U4>(id, last, lower, upper, stride, step, chunk);
}
XOMP_EXPORT void __kmpc_team_static_init_8(Ident*, I4 id, I4* last, I8* lower, I8* upper, I8* stride, I8 step,
                                           I8 chunk) {
  team_static_init<I8>(id, last, lower, upper, stride, step, chunk);
}
XOMP_EXPORT void __kmpc_team_static_init_8u(Ident*, I4 id, I4* last, U8* lower, U8* upper, I8* stride, I8 step,
                                            I8 chunk) {
  team_static_init<U8>(id, last, lower, upper, stride, step, chunk);
}

XOMP_EXPORT void __kmpc_dist_for_static_init_4(Ident*, I4 id, I4 schedule, I4* last, I4* lower, I4* upper,
                                               I4* distribute_upper, I4* stride, I4 step, I4 chunk) {
  distribute_and_init<I4>(id, schedule, last, lower, upper, distribute_upper, stride, step, chunk);
}
XOMP_EXPORT void __kmpc_dist_for_static_init_4u(Ident*, I4 id, I4 schedule, I4* last, U4* lower, U4* upper,
                                                U4* distribute_upper, I4* stride, I4 step, I4 chunk) {
  distribute_and_init<U4>(id, schedule, last, lower, upper, distribute_upper, stride, step, chunk);
}
XOMP_EXPORT void __kmpc_dist_for_static_init_8(Ident*, I4 id, I4 schedule, I4* last, I8* lower, I8* upper,
                                               I8* distribute_upper, I8* stride, I8 step, I8 chunk) {
  distribute_and_init<I8>(id, schedule, last, lower, upper, distribute_upper, stride, step, chunk);
}
XOMP_EXPORT void __kmpc_dist_for_static_init_8u(Ident*, I4 id, I4 schedule, I4* last, U8* lower, U8* upper,
                                                U8* distribute_upper, I8* stride, I8 step, I8 chunk) {
  distribute_and_init<U8>(id, schedule, last, lower, upper, distribute_upper, stride, step, chunk);
}
