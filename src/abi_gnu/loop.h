// What all of gcc's loop entries have in common: the kinds of schedules that are in their names, and starting a loop,
// taking a chunk and ending it. Chunks are [*begin, *end) in the loop's own type.
#pragma once

#include <cstdint>

#include "core/team/cancel.h"
#include "core/team/team.h"
#include "core/worksharing/choose.h"
#include "core/worksharing/doacross.h"
#include "core/worksharing/trip_count.h"

namespace xomp::abi_gnu {

using worksharing::Direction;
using worksharing::Iterations;
using worksharing::LoopParameters;
using worksharing::ThreadLoops;

// The schedule in an entry's name. runtime: the ICV decides.
// gcc calls the nonmonotonic entries for every plain schedule(dynamic), and libgomp has always handed a thread rising
// iterations all the same. Programs lean on that: megahit (tests/dropin) sizes a thread's buffer by the first iteration
// it gets. So no schedule of this family hands iterations out in any other order, whatever the entry's name allows.
struct NamedSchedule {
  icv::ScheduleKind kind = icv::ScheduleKind::static_;
  bool runtime = false;
  bool ordered = false;

  constexpr NamedSchedule in_order() const { return {kind, runtime, true}; }
};
inline constexpr bool kInAnyOrder = false;
inline constexpr NamedSchedule kStatic{icv::ScheduleKind::static_};
inline constexpr NamedSchedule kDynamic{icv::ScheduleKind::dynamic};
inline constexpr NamedSchedule kGuided{icv::ScheduleKind::guided};
inline constexpr NamedSchedule kRuntime{icv::ScheduleKind::dynamic, true};

// The schedule as an argument: 0 runtime, 1 static, 2 dynamic, 3 guided, 4 nonmonotonic runtime; the top bit:
// monotonic.
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
LoopParameters parameters_of(team::Worker& me, const NamedSchedule& schedule, const GnuLoop<T>& gnu) {
  LoopParameters loop;
  const auto step = static_cast<std::uint64_t>(gnu.step);
  loop.trip = worksharing::trip_count_before<T>(gnu.start, gnu.end, step, gnu.direction);
  loop.bounds = {static_cast<std::uint64_t>(gnu.start), step, static_cast<std::uint64_t>(gnu.end)};
  loop.ordered = schedule.ordered;
  constexpr auto family = worksharing::Family::full_share;
  if (schedule.runtime) {
    worksharing::choose_runtime_schedule(loop, team::icv_of(me).run_schedule, kInAnyOrder, family);
  } else {
    worksharing::choose_schedule(loop, schedule.kind, kInAnyOrder, static_cast<std::int64_t>(gnu.chunk), family);
  }
  return loop;
}

inline void begin(team::Worker& me, const LoopParameters& loop) {
  begin_loop(team::team_of(me).loops, team::loops_of(me), team::place_of(me), loop);
}

template <class T>
bool next(team::Worker& me, T* begin_at, T* end_at) {
  ThreadLoops& mine = team::loops_of(me);
  // A combined parallel loop's body asks for chunks without having started the loop.
  if (mine.schedule == nullptr && !begin_combined_loop(team::team_of(me).loops, mine, team::place_of(me))) return false;
  Iterations chunk;
  if (!next_chunk(mine, chunk)) return false;
  const worksharing::LoopBounds& bounds = mine.bounds;
  *begin_at = static_cast<T>(bounds.start + chunk.begin * bounds.step);
  // The last chunk ends where the loop does: one step further might leave the type.
  *end_at = static_cast<T>(chunk.end == mine.trip ? bounds.end : bounds.start + chunk.end * bounds.step);
  return true;
}

template <class T>
bool start(const NamedSchedule& schedule, const GnuLoop<T>& gnu, T* begin_at, T* end_at) {
  team::Worker& me = team::self();
  begin(me, parameters_of(me, schedule, gnu));
  return next(me, begin_at, end_at);
}

// Task reductions over the construct that the thread has just begun; loop_reductions.cpp.
void begin_task_reductions(team::Worker& me, std::uintptr_t* array);

// What the newer entries may ask for besides: memory for all threads of the construct (*memory holds its size), and
// task reductions.
inline void give_extras(team::Worker& me, std::uintptr_t* reductions, void** memory) {
  if (memory != nullptr) *memory = shared_memory(team::loops_of(me), reinterpret_cast<std::uintptr_t>(*memory));
  if (reductions != nullptr) begin_task_reductions(me, reductions);
}

// The newest form. begin_at nullptr: the compiled code divides the loop itself.
template <class T>
bool start_with_extras(const NamedSchedule& schedule, const GnuLoop<T>& gnu, T* begin_at, T* end_at,
                       std::uintptr_t* reductions, void** memory) {
  team::Worker& me = team::self();
  LoopParameters loop = parameters_of(me, schedule, gnu);
  loop.keeps_record = reductions != nullptr || memory != nullptr;
  begin(me, loop);
  give_extras(me, reductions, memory);
  return begin_at == nullptr || next(me, begin_at, end_at);
}

// Doacross: counts[] are the loops' numbers of iterations; the first is divided among the threads.
template <class T>
bool start_doacross(const NamedSchedule& schedule, unsigned dimensions, const T* counts, T chunk, T* begin_at,
                    T* end_at, std::uintptr_t* reductions = nullptr, void** memory = nullptr) {
  team::Worker& me = team::self();
  worksharing::DoacrossDimension dimension[dimensions != 0 ? dimensions : 1];
  for (unsigned i = 0; i < dimensions; ++i) dimension[i] = {0, static_cast<std::int64_t>(counts[i]), 1, 0};
  begin_doacross(team::team_of(me).loops, team::loops_of(me), team::place_of(me), dimension, dimensions,
                 worksharing::UpperBound::count);
  LoopParameters loop = parameters_of<T>(me, schedule, {0, counts[0], 1, chunk, Direction::up});
  loop.keeps_record = reductions != nullptr || memory != nullptr;
  begin(me, loop);
  give_extras(me, reductions, memory);
  return next(me, begin_at, end_at);
}

inline void end(team::Worker& me) {
  ThreadLoops& mine = team::loops_of(me);
  end_loop(mine);
  if (mine.doacross.active) end_doacross(mine);
}

// A barrier that a cancellation of the parallel region ends. True: leave the region.
inline bool end_cancellable(team::Worker& me) {
  end(me);
  return team::cancellable_barrier(me);
}

}  // namespace xomp::abi_gnu
