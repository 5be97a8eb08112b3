// Static loops whose chunks the compiled code walks itself: for, distribute, and both at once. Called by each thread
// (for distribute: each team's initial thread) with the loop's bounds, inclusive, which are replaced by its own.
#include <algorithm>

#include "abi_llvm/place.h"
#include "abi_llvm/schedule_code.h"
#include "abi_llvm/types.h"
#include "core/api/loop.h"
#include "core/api/region.h"
#include "core/api/watch.h"

using namespace xomp;
using namespace xomp::abi_llvm;
using api::LeaguePlace;
using api::StaticBounds;
using api::StaticLoop;

namespace {

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

// Tells a tool of the loop that begins: its kind, and this thread's part. The bounds are the thread's own already; if
// chunks come in turn, they are its first chunk's. The upper one may lie past `end`, because compiled code cuts it off.
template <class T>
[[gnu::cold, gnu::noinline]] void watch_static(api::Worker& me, int kind, const StaticLoop<T>& loop, T first, T end,
                                               T lower, T upper, const void* call) {
  const auto step = loop.step();
  api::begin_work(me, kind, loop.trip(), call);
  if (loop.trip() == 0 || (step > 0 ? lower > upper : lower < upper)) return;
  const std::uint64_t begin = api::trip_count<T>(first, lower, step) - 1;
  const std::uint64_t length = std::min(api::trip_count<T>(lower, upper, step), api::trip_count<T>(lower, end, step));
  if (kind == ompt_work_sections) {
    for (std::uint64_t i = 0; i < length; ++i) api::watch_section(me, call);
  } else {
    api::watch_chunk(me, kind == ompt_work_distribute ? ompt_dispatch_distribute_chunk : ompt_dispatch_ws_loop_chunk,
                     begin, length);
  }
}

int work_kind(const Ident* loc, ScheduleCode code) {
  if (loc != nullptr && (loc->flags & kWorkSections) != 0) return ompt_work_sections;
  const bool distributes = code == ScheduleCode::distribute_static || code == ScheduleCode::distribute_static_chunked ||
                           (loc != nullptr && (loc->flags & kWorkDistribute) != 0);
  return distributes ? int{ompt_work_distribute} : int{ompt_work_loop_static};
}

template <class T>
void store(const StaticBounds<T>& b, std::int32_t* last, T* lower, T* upper, std::make_signed_t<T>* stride) {
  if (last != nullptr) *last = b.last;
  *lower = b.lower;
  *upper = b.upper;
  if (stride != nullptr) *stride = b.stride;
}

template <class T>
void divide(std::int32_t id, std::int32_t schedule, std::int32_t* last, T* lower, T* upper,
            std::make_signed_t<T>* stride, std::make_signed_t<T> step, std::make_signed_t<T> chunk) {
  api::Worker& me = api::worker_of(id);
  const ScheduleCode code = DecodedSchedule(schedule).code;
  std::uint32_t part = api::place_of(me).thread_num;
  std::uint32_t parts = api::place_of(me).team_size;
  if (code == ScheduleCode::distribute_static || code == ScheduleCode::distribute_static_chunked) {
    const LeaguePlace league = api::league_place(me);
    part = league.team_num;
    parts = league.teams;
  }
  const StaticLoop<T> loop(*lower, *upper, step);
  if (parts == 1) return store(loop.whole(), last, lower, upper, stride);
  const std::uint64_t length = at_least_one(chunk);
  if (api::ThreadLoops& mine = api::loops_of(me); mine.doacross.active) [[unlikely]] {
    const bool blocks = code == ScheduleCode::static_ || code == ScheduleCode::static_balanced;
    bind_doacross(mine, loop.trip(), blocks ? api::Distribution::blocks : api::Distribution::cyclic, length);
  }
  const bool writes_stride = code != ScheduleCode::static_balanced_chunked || loop.trip() == 0;
  store(bounds_for(loop, code, part, parts, length), last, lower, upper, writes_stride ? stride : nullptr);
}

template <class T>
void static_init(const Ident* loc, std::int32_t id, std::int32_t schedule, std::int32_t* last, T* lower, T* upper,
                 std::make_signed_t<T>* stride, std::make_signed_t<T> step, std::make_signed_t<T> chunk,
                 api::Call from) {
  const T first = *lower, end = *upper;
  divide<T>(id, schedule, last, lower, upper, stride, step, chunk);
  if (api::is_watched()) [[unlikely]] {
    note_place(loc, from.address);
    watch_static(api::worker_of(id), work_kind(loc, DecodedSchedule(schedule).code), StaticLoop<T>(first, end, step),
                 first, end, *lower, *upper, from.address);
  }
}

// Finds the team's first chunk of dist_schedule(static, chunk).
template <class T>
void team_static_init(std::int32_t id, std::int32_t* last, T* lower, T* upper, std::make_signed_t<T>* stride,
                      std::make_signed_t<T> step, std::make_signed_t<T> chunk) {
  const LeaguePlace league = api::league_place(api::worker_of(id));
  const StaticLoop<T> loop(*lower, *upper, step);
  store(loop.team_chunk(league.team_num, league.teams, at_least_one(chunk)), last, lower, upper, stride);
}

// distribute parallel for: the team's block, and the thread's part of it.
template <class T>
void distribute_and_init(std::int32_t id, std::int32_t schedule, std::int32_t* last, T* lower, T* upper,
                         T* distribute_upper, std::make_signed_t<T>* stride, std::make_signed_t<T> step,
                         std::make_signed_t<T> chunk, api::Call from) {
  api::Worker& me = api::worker_of(id);
  const StaticLoop<T> whole(*lower, *upper, step);
  const T first = *lower;
  const bool chunked = DecodedSchedule(schedule).code == ScheduleCode::static_chunked;
  const auto divided =
      distribute_and_divide(whole, api::league_place(me), api::place_of(me), chunked ? at_least_one(chunk) : 0);
  store(divided.mine, last, lower, upper, stride);
  *distribute_upper = divided.distribute_upper;
  if (api::is_watched()) [[unlikely]]
    watch_static(me, ompt_work_loop_static, whole, first, *distribute_upper, *lower, *upper, from.address);
}

using I4 = std::int32_t;
using U4 = std::uint32_t;
using I8 = std::int64_t;
using U8 = std::uint64_t;

}  // namespace

XOMP_EXPORT void __kmpc_for_static_init_4(Ident* loc, I4 id, I4 schedule, I4* last, I4* lower, I4* upper, I4* stride,
                                          I4 step, I4 chunk) {
  static_init<I4>(loc, id, schedule, last, lower, upper, stride, step, chunk, api::here());
}
XOMP_EXPORT void __kmpc_for_static_init_4u(Ident* loc, I4 id, I4 schedule, I4* last, U4* lower, U4* upper, I4* stride,
                                           I4 step, I4 chunk) {
  static_init<U4>(loc, id, schedule, last, lower, upper, stride, step, chunk, api::here());
}
XOMP_EXPORT void __kmpc_for_static_init_8(Ident* loc, I4 id, I4 schedule, I4* last, I8* lower, I8* upper, I8* stride,
                                          I8 step, I8 chunk) {
  static_init<I8>(loc, id, schedule, last, lower, upper, stride, step, chunk, api::here());
}
XOMP_EXPORT void __kmpc_for_static_init_8u(Ident* loc, I4 id, I4 schedule, I4* last, U8* lower, U8* upper, I8* stride,
                                           I8 step, I8 chunk) {
  static_init<U8>(loc, id, schedule, last, lower, upper, stride, step, chunk, api::here());
}

XOMP_EXPORT void __kmpc_for_static_fini(Ident*, I4 id) {
  if (api::is_watched()) [[unlikely]]
    api::end_work(api::worker_of(id), api::here().address);
}
XOMP_EXPORT void __kmpc_dist_for_static_fini(Ident*, I4 id) {
  if (api::is_watched()) [[unlikely]]
    api::end_work(api::worker_of(id), api::here().address);
}

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
  distribute_and_init<I4>(id, schedule, last, lower, upper, distribute_upper, stride, step, chunk, api::here());
}
XOMP_EXPORT void __kmpc_dist_for_static_init_4u(Ident*, I4 id, I4 schedule, I4* last, U4* lower, U4* upper,
                                                U4* distribute_upper, I4* stride, I4 step, I4 chunk) {
  distribute_and_init<U4>(id, schedule, last, lower, upper, distribute_upper, stride, step, chunk, api::here());
}
XOMP_EXPORT void __kmpc_dist_for_static_init_8(Ident*, I4 id, I4 schedule, I4* last, I8* lower, I8* upper,
                                               I8* distribute_upper, I8* stride, I8 step, I8 chunk) {
  distribute_and_init<I8>(id, schedule, last, lower, upper, distribute_upper, stride, step, chunk, api::here());
}
XOMP_EXPORT void __kmpc_dist_for_static_init_8u(Ident*, I4 id, I4 schedule, I4* last, U8* lower, U8* upper,
                                                U8* distribute_upper, I8* stride, I8 step, I8 chunk) {
  distribute_and_init<U8>(id, schedule, last, lower, upper, distribute_upper, stride, step, chunk, api::here());
}
