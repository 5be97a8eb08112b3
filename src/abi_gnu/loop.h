// What all of gcc's loop entries have in common: the kinds of schedules that are in their names, and starting a loop,
// taking a chunk and ending it. Chunks are [*begin, *end) in the loop's own type.
#pragma once

#include <cstdint>

#include "abi_gnu/region.h"
#include "core/api/icv.h"
#include "core/api/loop.h"
#include "core/api/region.h"

namespace xomp::abi_gnu {

using api::Direction;
using api::Iterations;
using api::LoopParameters;
using api::ThreadLoops;

// The schedule in an entry's name. runtime: the ICV decides.
// gcc calls the nonmonotonic entries for every plain schedule(dynamic), and libgomp has always handed a thread rising
// iterations all the same. Programs lean on that: megahit (tests/dropin) sizes a thread's buffer by the first iteration
// it gets. So no schedule of this family hands iterations out in any other order, whatever the entry's name allows.
struct NamedSchedule {
  api::ScheduleKind kind = api::ScheduleKind::static_;
  bool runtime = false;
  bool ordered = false;

  constexpr NamedSchedule in_order() const { return {kind, runtime, true}; }
};
inline constexpr bool kInAnyOrder = false;
inline constexpr NamedSchedule kStatic{api::ScheduleKind::static_};
inline constexpr NamedSchedule kDynamic{api::ScheduleKind::dynamic};
inline constexpr NamedSchedule kGuided{api::ScheduleKind::guided};
inline constexpr NamedSchedule kRuntime{api::ScheduleKind::dynamic, true};

// Reads a schedule that comes as an argument: 0 runtime, 1 static, 2 dynamic, 3 guided, 4 nonmonotonic runtime; the top
// bit: monotonic.
inline NamedSchedule schedule_of(long argument) {
  constexpr unsigned kMonotonic = 0x80000000u;
  switch (static_cast<unsigned>(argument) & ~kMonotonic) {
    case 0:
    case 4: return kRuntime;
    case 2: return kDynamic;
    case 3: return kGuided;
    default: return kStatic;
  }
}

// A loop from start up or down to before end.
template <class T>
struct GnuLoop {
  T start;
  T end;
  T step;
  T chunk;
  Direction direction;
};

inline constexpr Direction direction_of(long step) { return step > 0 ? Direction::up : Direction::down; }
inline constexpr Direction direction_of(bool up) { return up ? Direction::up : Direction::down; }

template <class T>
LoopParameters parameters_of(api::Worker& me, const NamedSchedule& schedule, const GnuLoop<T>& gnu) {
  LoopParameters loop;
  const auto step = static_cast<std::uint64_t>(gnu.step);
  loop.trip = api::trip_count_before<T>(gnu.start, gnu.end, step, gnu.direction);
  loop.bounds = {static_cast<std::uint64_t>(gnu.start), step, static_cast<std::uint64_t>(gnu.end)};
  loop.ordered = schedule.ordered;
  constexpr auto family = api::Family::full_share;
  if (schedule.runtime) {
    // Programs rely on libgomp's default, because dynamic balances loops whose iterations differ.
    constexpr api::Schedule kLibgomps{.kind = api::ScheduleKind::dynamic, .chunk = 1};
    const api::Schedule& asked = api::icv_of(me).run_schedule;
    api::choose_runtime_schedule(loop, asked.is_chosen ? asked : kLibgomps, kInAnyOrder, family);
  } else {
    api::choose_schedule(loop, schedule.kind, kInAnyOrder, static_cast<std::int64_t>(gnu.chunk), family);
  }
  return loop;
}

// Takes the thread's next chunk, or section. In a combined construct the first request is the loop's beginning.
inline bool take_next(api::Worker& me, Iterations& chunk, api::Call from, bool is_sections) {
  if (!api::is_watched()) [[likely]]
    return api::next_chunk_of_combined(me, chunk);
  const bool begins = api::loops_of(me).schedule == nullptr && !api::loops_of(me).combined_begun;
  const bool found = api::next_chunk_of_combined(me, chunk);
  if (begins && api::loops_of(me).combined_begun)
    api::watch_loop(me, team::team_of(me).loops.combined(), is_sections, from.address);
  api::watch_next(me, found, chunk, from, false);
  return found;
}

template <class T>
bool next(api::Worker& me, T* begin_at, T* end_at, api::Call from) {
  Iterations chunk;
  if (!take_next(me, chunk, from, false)) return false;
  const ThreadLoops& mine = api::loops_of(me);
  const auto& bounds = mine.bounds;
  *begin_at = static_cast<T>(bounds.start + chunk.begin * bounds.step);
  // The last chunk ends where the loop does, because one step further might leave the type.
  *end_at = static_cast<T>(chunk.end == mine.trip ? bounds.end : bounds.start + chunk.end * bounds.step);
  return true;
}

// Begins the loop, and reports that to a tool.
inline void begin(api::Worker& me, const LoopParameters& loop, api::Call from) {
  api::begin_loop(me, loop);
  if (api::is_watched()) [[unlikely]]
    api::watch_loop(me, loop, false, from.address);
}

template <class T>
bool start(const NamedSchedule& schedule, const GnuLoop<T>& gnu, T* begin_at, T* end_at, api::Call from) {
  api::Worker& me = api::self();
  begin(me, parameters_of(me, schedule, gnu), from);
  return next(me, begin_at, end_at, from);
}

// Task reductions over the construct that the thread has just begun; task_reduction.cpp.
void begin_task_reductions(api::Worker& me, std::uintptr_t* array);

// Gives what the newer entries may ask for besides: memory for all threads of the construct (*memory holds its size),
// and task reductions.
inline void give_extras(api::Worker& me, std::uintptr_t* reductions, void** memory) {
  if (memory != nullptr) *memory = shared_memory(api::loops_of(me), reinterpret_cast<std::uintptr_t>(*memory));
  if (reductions != nullptr) begin_task_reductions(me, reductions);
}

// The newest form. begin_at nullptr: the compiled code divides the loop itself.
template <class T>
bool start_with_extras(const NamedSchedule& schedule, const GnuLoop<T>& gnu, T* begin_at, T* end_at,
                       std::uintptr_t* reductions, void** memory, api::Call from) {
  api::Worker& me = api::self();
  LoopParameters loop = parameters_of(me, schedule, gnu);
  loop.keeps_record = reductions != nullptr || memory != nullptr;
  begin(me, loop, from);
  give_extras(me, reductions, memory);
  return begin_at == nullptr || next(me, begin_at, end_at, from);
}

// Doacross: counts[] are the loops' numbers of iterations; the first is divided among the threads.
template <class T>
bool start_doacross(const NamedSchedule& schedule, unsigned dimensions, const T* counts, T chunk, T* begin_at,
                    T* end_at, api::Call from, std::uintptr_t* reductions = nullptr, void** memory = nullptr) {
  api::Worker& me = api::self();
  api::DoacrossDimension dimension[dimensions != 0 ? dimensions : 1];
  for (unsigned i = 0; i < dimensions; ++i) dimension[i] = {0, static_cast<std::int64_t>(counts[i]), 1, 0};
  api::begin_doacross(me, dimension, dimensions, api::UpperBound::count);
  LoopParameters loop = parameters_of<T>(me, schedule, {0, counts[0], 1, chunk, Direction::up});
  loop.keeps_record = reductions != nullptr || memory != nullptr;
  begin(me, loop, from);
  give_extras(me, reductions, memory);
  return next(me, begin_at, end_at, from);
}

inline void end(api::Worker& me, api::Call from) {
  ThreadLoops& mine = api::loops_of(me);
  end_loop(mine);
  if (mine.doacross.active) end_doacross(mine);
  if (api::is_watched()) [[unlikely]]
    api::end_work(me, from.address);
}

// A barrier that a cancellation of the parallel region ends. Returns true if the thread must leave the region.
inline bool end_cancellable(api::Worker& me, api::Call from) {
  end(me, from);
  return pass_cancellable_barrier(me, ompt_sync_region_barrier_implicit_workshare, from);
}

}  // namespace xomp::abi_gnu
