// Loops whose chunks the runtime hands out, sections of other compilers, and ordered. Bounds are inclusive. Called by
// each thread of the team; a loop may be left without any closing call.
#include "abi_llvm/place.h"
#include "abi_llvm/schedule_code.h"
#include "abi_llvm/types.h"
#include "core/api/icv.h"
#include "core/api/loop.h"
#include "core/api/region.h"
#include "core/api/watch.h"

using namespace xomp;
using namespace xomp::abi_llvm;
using api::Iterations;
using api::LoopParameters;
using api::ThreadLoops;

namespace {

template <class T>
void dispatch_init(const Ident* loc, api::Worker& me, std::int32_t schedule, T lower, T upper,
                   std::make_signed_t<T> step, std::make_signed_t<T> chunk, api::Call from) {
  LoopParameters loop;
  loop.trip = api::trip_count<T>(lower, upper, step);
  loop.bounds.start = static_cast<std::uint64_t>(lower);
  loop.bounds.step = static_cast<std::uint64_t>(step);
  choose(loop, DecodedSchedule(schedule), chunk, api::place_of(me).team_size, api::icv_of(me).run_schedule);
  api::begin_loop(me, loop);
  if (api::is_watched()) [[unlikely]] {
    note_place(loc, from.address);
    api::watch_loop(me, loop, false, from.address);
  }
}

template <class T>
std::int32_t dispatch_next(std::int32_t id, std::int32_t* last, T* lower, T* upper, std::make_signed_t<T>* step,
                           api::Call from) {
  ThreadLoops& mine = api::loops_of(api::worker_of(id));
  Iterations chunk;
  const bool found = next_chunk(mine, chunk);
  if (api::is_watched()) [[unlikely]]
    api::watch_next(api::worker_of(id), found, chunk, from, true);
  if (!found) return 0;
  *lower = static_cast<T>(mine.bounds.start + chunk.begin * mine.bounds.step);
  *upper = static_cast<T>(mine.bounds.start + (chunk.end - 1) * mine.bounds.step);
  if (step != nullptr) *step = static_cast<std::make_signed_t<T>>(mine.bounds.step);
  if (last != nullptr) *last = chunk.end == mine.trip;
  return 1;
}

// Hands the team's block of the loop out to its threads.
template <class T>
void distribute_and_dispatch(const Ident* loc, std::int32_t id, std::int32_t schedule, std::int32_t* last, T lower,
                             T upper, std::make_signed_t<T> step, std::make_signed_t<T> chunk, api::Call from) {
  api::Worker& me = api::worker_of(id);
  const api::StaticLoop<T> loop(lower, upper, step);
  const api::LeaguePlace league = api::league_place(me);
  const auto block = loop.block(league.team_num, league.teams);
  if (last != nullptr) *last = block.last;
  dispatch_init<T>(loc, me, schedule, block.lower, block.upper, step, chunk, from);
}

using I4 = std::int32_t;
using U4 = std::uint32_t;
using I8 = std::int64_t;
using U8 = std::uint64_t;

}  // namespace

XOMP_EXPORT void __kmpc_dispatch_init_4(Ident* loc, I4 id, I4 schedule, I4 lower, I4 upper, I4 step, I4 chunk) {
  dispatch_init<I4>(loc, api::worker_of(id), schedule, lower, upper, step, chunk, api::here());
}
XOMP_EXPORT void __kmpc_dispatch_init_4u(Ident* loc, I4 id, I4 schedule, U4 lower, U4 upper, I4 step, I4 chunk) {
  dispatch_init<U4>(loc, api::worker_of(id), schedule, lower, upper, step, chunk, api::here());
}
XOMP_EXPORT void __kmpc_dispatch_init_8(Ident* loc, I4 id, I4 schedule, I8 lower, I8 upper, I8 step, I8 chunk) {
  dispatch_init<I8>(loc, api::worker_of(id), schedule, lower, upper, step, chunk, api::here());
}
XOMP_EXPORT void __kmpc_dispatch_init_8u(Ident* loc, I4 id, I4 schedule, U8 lower, U8 upper, I8 step, I8 chunk) {
  dispatch_init<U8>(loc, api::worker_of(id), schedule, lower, upper, step, chunk, api::here());
}

XOMP_EXPORT I4 __kmpc_dispatch_next_4(Ident*, I4 id, I4* last, I4* lower, I4* upper, I4* step) {
  return dispatch_next<I4>(id, last, lower, upper, step, api::here());
}
XOMP_EXPORT I4 __kmpc_dispatch_next_4u(Ident*, I4 id, I4* last, U4* lower, U4* upper, I4* step) {
  return dispatch_next<U4>(id, last, lower, upper, step, api::here());
}
XOMP_EXPORT I4 __kmpc_dispatch_next_8(Ident*, I4 id, I4* last, I8* lower, I8* upper, I8* step) {
  return dispatch_next<I8>(id, last, lower, upper, step, api::here());
}
XOMP_EXPORT I4 __kmpc_dispatch_next_8u(Ident*, I4 id, I4* last, U8* lower, U8* upper, I8* step) {
  return dispatch_next<U8>(id, last, lower, upper, step, api::here());
}

// Called after each iteration of an ordered loop.
XOMP_EXPORT void __kmpc_dispatch_fini_4(Ident*, I4 id) { finish_iteration(api::loops_of(api::worker_of(id))); }
XOMP_EXPORT void __kmpc_dispatch_fini_4u(Ident*, I4 id) { finish_iteration(api::loops_of(api::worker_of(id))); }
XOMP_EXPORT void __kmpc_dispatch_fini_8(Ident*, I4 id) { finish_iteration(api::loops_of(api::worker_of(id))); }
XOMP_EXPORT void __kmpc_dispatch_fini_8u(Ident*, I4 id) { finish_iteration(api::loops_of(api::worker_of(id))); }

// Emitted on the normal way out only, and by new compilers only. So the last dispatch_next has done its work.
XOMP_EXPORT void __kmpc_dispatch_deinit(Ident*, I4) {}

XOMP_EXPORT void __kmpc_dist_dispatch_init_4(Ident* loc, I4 id, I4 schedule, I4* last, I4 lower, I4 upper, I4 step,
                                             I4 chunk) {
  distribute_and_dispatch<I4>(loc, id, schedule, last, lower, upper, step, chunk, api::here());
}
XOMP_EXPORT void __kmpc_dist_dispatch_init_4u(Ident* loc, I4 id, I4 schedule, I4* last, U4 lower, U4 upper, I4 step,
                                              I4 chunk) {
  distribute_and_dispatch<U4>(loc, id, schedule, last, lower, upper, step, chunk, api::here());
}
XOMP_EXPORT void __kmpc_dist_dispatch_init_8(Ident* loc, I4 id, I4 schedule, I4* last, I8 lower, I8 upper, I8 step,
                                             I8 chunk) {
  distribute_and_dispatch<I8>(loc, id, schedule, last, lower, upper, step, chunk, api::here());
}
XOMP_EXPORT void __kmpc_dist_dispatch_init_8u(Ident* loc, I4 id, I4 schedule, I4* last, U8 lower, U8 upper, I8 step,
                                              I8 chunk) {
  distribute_and_dispatch<U8>(loc, id, schedule, last, lower, upper, step, chunk, api::here());
}

XOMP_EXPORT void __kmpc_ordered(Ident*, I4 id) {
  ThreadLoops& mine = api::loops_of(api::worker_of(id));
  if (api::is_watched()) [[unlikely]]
    return api::watched_acquire({ompt_mutex_ordered, mine.team, api::here().address}, [&mine] { enter_ordered(mine); });
  enter_ordered(mine);
}
XOMP_EXPORT void __kmpc_end_ordered(Ident*, I4 id) {
  ThreadLoops& mine = api::loops_of(api::worker_of(id));
  if (api::is_watched()) [[unlikely]]
    return api::watched_release({ompt_mutex_ordered, mine.team, api::here().address}, [&mine] { leave_ordered(mine); });
  leave_ordered(mine);
}

// The number of sections comes with each request for one, so the loop begins without a limit.
XOMP_EXPORT I4 __kmpc_sections_init(Ident*, I4 id) {
  api::Worker& me = api::worker_of(id);
  const LoopParameters loop = api::sections_as_loop(~std::uint64_t{0});
  api::begin_loop(me, loop);
  if (api::is_watched()) [[unlikely]]
    api::watch_loop(me, loop, true, api::here().address);
  return 1;
}
XOMP_EXPORT I4 __kmpc_next_section(Ident*, I4 id, I4 sections) {
  ThreadLoops& mine = api::loops_of(api::worker_of(id));
  const std::uint64_t section = next_section(mine, static_cast<std::uint64_t>(sections));
  if (api::is_watched()) [[unlikely]]
    api::watch_next(api::worker_of(id), section < static_cast<std::uint64_t>(sections), {section, section + 1},
                    api::here(), true);
  if (section < static_cast<std::uint64_t>(sections)) return static_cast<I4>(section);
  end_loop(mine);
  return sections;
}
XOMP_EXPORT void __kmpc_end_sections(Ident*, I4 id) {
  end_loop(api::loops_of(api::worker_of(id)));
  if (api::is_watched()) [[unlikely]]
    api::end_work(api::worker_of(id), api::here().address);
}
