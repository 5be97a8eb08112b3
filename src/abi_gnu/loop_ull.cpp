// GOMP_loop_ull_*: worksharing loops over unsigned long long. Called by each thread of the team, or outside of any
// region.
#include "abi_gnu/loop.h"

#include "platform/export.h"

using namespace xomp;
using namespace xomp::abi_gnu;

namespace {
using Ull = unsigned long long;
}

// In order: each thread's chunks follow one another.
XOMP_EXPORT bool GOMP_loop_ull_static_start(bool up, Ull start_at, Ull end_at, Ull step, Ull chunk, Ull* from,
                                            Ull* to) {
  return start<Ull>(kStatic, {start_at, end_at, step, chunk, direction_of(up)}, from, to);
}
XOMP_EXPORT bool GOMP_loop_ull_dynamic_start(bool up, Ull start_at, Ull end_at, Ull step, Ull chunk, Ull* from,
                                             Ull* to) {
  return start<Ull>(kDynamic, {start_at, end_at, step, chunk, direction_of(up)}, from, to);
}
XOMP_EXPORT bool GOMP_loop_ull_guided_start(bool up, Ull start_at, Ull end_at, Ull step, Ull chunk, Ull* from,
                                            Ull* to) {
  return start<Ull>(kGuided, {start_at, end_at, step, chunk, direction_of(up)}, from, to);
}
XOMP_EXPORT bool GOMP_loop_ull_runtime_start(bool up, Ull start_at, Ull end_at, Ull step, Ull* from, Ull* to) {
  return start<Ull>(kRuntime, {start_at, end_at, step, 0, direction_of(up)}, from, to);
}

// Free to hand out in any order, which no schedule here does: see NamedSchedule.
XOMP_EXPORT bool GOMP_loop_ull_nonmonotonic_dynamic_start(bool up, Ull start_at, Ull end_at, Ull step, Ull chunk,
                                                          Ull* from, Ull* to) {
  return start<Ull>(kDynamic, {start_at, end_at, step, chunk, direction_of(up)}, from, to);
}
XOMP_EXPORT bool GOMP_loop_ull_nonmonotonic_guided_start(bool up, Ull start_at, Ull end_at, Ull step, Ull chunk,
                                                         Ull* from, Ull* to) {
  return start<Ull>(kGuided, {start_at, end_at, step, chunk, direction_of(up)}, from, to);
}
XOMP_EXPORT bool GOMP_loop_ull_nonmonotonic_runtime_start(bool up, Ull start_at, Ull end_at, Ull step, Ull* from,
                                                          Ull* to) {
  return start<Ull>(kRuntime, {start_at, end_at, step, 0, direction_of(up)}, from, to);
}
XOMP_EXPORT bool GOMP_loop_ull_maybe_nonmonotonic_runtime_start(bool up, Ull start_at, Ull end_at, Ull step, Ull* from,
                                                                Ull* to) {
  return start<Ull>(kRuntime, {start_at, end_at, step, 0, direction_of(up)}, from, to);
}

// With ordered regions.
XOMP_EXPORT bool GOMP_loop_ull_ordered_static_start(bool up, Ull start_at, Ull end_at, Ull step, Ull chunk, Ull* from,
                                                    Ull* to) {
  return start<Ull>(kStatic.in_order(), {start_at, end_at, step, chunk, direction_of(up)}, from, to);
}
XOMP_EXPORT bool GOMP_loop_ull_ordered_dynamic_start(bool up, Ull start_at, Ull end_at, Ull step, Ull chunk, Ull* from,
                                                     Ull* to) {
  return start<Ull>(kDynamic.in_order(), {start_at, end_at, step, chunk, direction_of(up)}, from, to);
}
XOMP_EXPORT bool GOMP_loop_ull_ordered_guided_start(bool up, Ull start_at, Ull end_at, Ull step, Ull chunk, Ull* from,
                                                    Ull* to) {
  return start<Ull>(kGuided.in_order(), {start_at, end_at, step, chunk, direction_of(up)}, from, to);
}
XOMP_EXPORT bool GOMP_loop_ull_ordered_runtime_start(bool up, Ull start_at, Ull end_at, Ull step, Ull* from, Ull* to) {
  return start<Ull>(kRuntime.in_order(), {start_at, end_at, step, 0, direction_of(up)}, from, to);
}

// The thread knows which loop it is in, whatever the name says.
XOMP_EXPORT bool GOMP_loop_ull_static_next(Ull* from, Ull* to) { return next(team::self(), from, to); }
XOMP_EXPORT bool GOMP_loop_ull_dynamic_next(Ull* from, Ull* to) { return next(team::self(), from, to); }
XOMP_EXPORT bool GOMP_loop_ull_guided_next(Ull* from, Ull* to) { return next(team::self(), from, to); }
XOMP_EXPORT bool GOMP_loop_ull_runtime_next(Ull* from, Ull* to) { return next(team::self(), from, to); }
XOMP_EXPORT bool GOMP_loop_ull_nonmonotonic_dynamic_next(Ull* from, Ull* to) { return next(team::self(), from, to); }
XOMP_EXPORT bool GOMP_loop_ull_nonmonotonic_guided_next(Ull* from, Ull* to) { return next(team::self(), from, to); }
XOMP_EXPORT bool GOMP_loop_ull_nonmonotonic_runtime_next(Ull* from, Ull* to) { return next(team::self(), from, to); }
XOMP_EXPORT bool GOMP_loop_ull_maybe_nonmonotonic_runtime_next(Ull* from, Ull* to) {
  return next(team::self(), from, to);
}
XOMP_EXPORT bool GOMP_loop_ull_ordered_static_next(Ull* from, Ull* to) { return next(team::self(), from, to); }
XOMP_EXPORT bool GOMP_loop_ull_ordered_dynamic_next(Ull* from, Ull* to) { return next(team::self(), from, to); }
XOMP_EXPORT bool GOMP_loop_ull_ordered_guided_next(Ull* from, Ull* to) { return next(team::self(), from, to); }
XOMP_EXPORT bool GOMP_loop_ull_ordered_runtime_next(Ull* from, Ull* to) { return next(team::self(), from, to); }

// The schedule as an argument, with task reductions and shared memory.
XOMP_EXPORT bool GOMP_loop_ull_start(bool up, Ull start_at, Ull end_at, Ull step, long schedule, Ull chunk, Ull* from,
                                     Ull* to, std::uintptr_t* reductions, void** memory) {
  return start_with_extras<Ull>(schedule_of(schedule), {start_at, end_at, step, chunk, direction_of(up)}, from, to,
                                reductions, memory);
}
XOMP_EXPORT bool GOMP_loop_ull_ordered_start(bool up, Ull start_at, Ull end_at, Ull step, long schedule, Ull chunk,
                                             Ull* from, Ull* to, std::uintptr_t* reductions, void** memory) {
  return start_with_extras<Ull>(schedule_of(schedule).in_order(), {start_at, end_at, step, chunk, direction_of(up)},
                                from, to, reductions, memory);
}

// Doacross: counts of iterations, from 0 in steps of 1.
XOMP_EXPORT bool GOMP_loop_ull_doacross_static_start(unsigned dimensions, Ull* counts, Ull chunk, Ull* from, Ull* to) {
  return start_doacross<Ull>(kStatic, dimensions, counts, chunk, from, to);
}
XOMP_EXPORT bool GOMP_loop_ull_doacross_dynamic_start(unsigned dimensions, Ull* counts, Ull chunk, Ull* from, Ull* to) {
  return start_doacross<Ull>(kDynamic, dimensions, counts, chunk, from, to);
}
XOMP_EXPORT bool GOMP_loop_ull_doacross_guided_start(unsigned dimensions, Ull* counts, Ull chunk, Ull* from, Ull* to) {
  return start_doacross<Ull>(kGuided, dimensions, counts, chunk, from, to);
}
XOMP_EXPORT bool GOMP_loop_ull_doacross_runtime_start(unsigned dimensions, Ull* counts, Ull* from, Ull* to) {
  return start_doacross<Ull>(kRuntime, dimensions, counts, 0, from, to);
}
XOMP_EXPORT bool GOMP_loop_ull_doacross_start(unsigned dimensions, Ull* counts, long schedule, Ull chunk, Ull* from,
                                              Ull* to, std::uintptr_t* reductions, void** memory) {
  return start_doacross<Ull>(schedule_of(schedule), dimensions, counts, chunk, from, to, reductions, memory);
}
