// GOMP_loop_*: worksharing loops over long. Called by each thread of the team, or outside of any region.
#include "abi_gnu/loop.h"

#include "platform/export.h"

using namespace xomp;
using namespace xomp::abi_gnu;

// In order: each thread's chunks follow one another.
XOMP_EXPORT bool GOMP_loop_static_start(long start_at, long end_at, long step, long chunk, long* from, long* to) {
  return start<long>(kStatic, {start_at, end_at, step, chunk, direction_of(step)}, from, to);
}
XOMP_EXPORT bool GOMP_loop_dynamic_start(long start_at, long end_at, long step, long chunk, long* from, long* to) {
  return start<long>(kDynamic, {start_at, end_at, step, chunk, direction_of(step)}, from, to);
}
XOMP_EXPORT bool GOMP_loop_guided_start(long start_at, long end_at, long step, long chunk, long* from, long* to) {
  return start<long>(kGuided, {start_at, end_at, step, chunk, direction_of(step)}, from, to);
}
XOMP_EXPORT bool GOMP_loop_runtime_start(long start_at, long end_at, long step, long* from, long* to) {
  return start<long>(kRuntime, {start_at, end_at, step, 0, direction_of(step)}, from, to);
}

// Free to hand out in any order, which no schedule here does: see NamedSchedule.
XOMP_EXPORT bool GOMP_loop_nonmonotonic_dynamic_start(long start_at, long end_at, long step, long chunk, long* from,
                                                      long* to) {
  return start<long>(kDynamic, {start_at, end_at, step, chunk, direction_of(step)}, from, to);
}
XOMP_EXPORT bool GOMP_loop_nonmonotonic_guided_start(long start_at, long end_at, long step, long chunk, long* from,
                                                     long* to) {
  return start<long>(kGuided, {start_at, end_at, step, chunk, direction_of(step)}, from, to);
}
XOMP_EXPORT bool GOMP_loop_nonmonotonic_runtime_start(long start_at, long end_at, long step, long* from, long* to) {
  return start<long>(kRuntime, {start_at, end_at, step, 0, direction_of(step)}, from, to);
}
XOMP_EXPORT bool GOMP_loop_maybe_nonmonotonic_runtime_start(long start_at, long end_at, long step, long* from,
                                                            long* to) {
  return start<long>(kRuntime, {start_at, end_at, step, 0, direction_of(step)}, from, to);
}

// With ordered regions.
XOMP_EXPORT bool GOMP_loop_ordered_static_start(long start_at, long end_at, long step, long chunk, long* from,
                                                long* to) {
  return start<long>(kStatic.in_order(), {start_at, end_at, step, chunk, direction_of(step)}, from, to);
}
XOMP_EXPORT bool GOMP_loop_ordered_dynamic_start(long start_at, long end_at, long step, long chunk, long* from,
                                                 long* to) {
  return start<long>(kDynamic.in_order(), {start_at, end_at, step, chunk, direction_of(step)}, from, to);
}
XOMP_EXPORT bool GOMP_loop_ordered_guided_start(long start_at, long end_at, long step, long chunk, long* from,
                                                long* to) {
  return start<long>(kGuided.in_order(), {start_at, end_at, step, chunk, direction_of(step)}, from, to);
}
XOMP_EXPORT bool GOMP_loop_ordered_runtime_start(long start_at, long end_at, long step, long* from, long* to) {
  return start<long>(kRuntime.in_order(), {start_at, end_at, step, 0, direction_of(step)}, from, to);
}

// The thread knows which loop it is in, whatever the name says.
XOMP_EXPORT bool GOMP_loop_static_next(long* from, long* to) { return next(team::self(), from, to); }
XOMP_EXPORT bool GOMP_loop_dynamic_next(long* from, long* to) { return next(team::self(), from, to); }
XOMP_EXPORT bool GOMP_loop_guided_next(long* from, long* to) { return next(team::self(), from, to); }
XOMP_EXPORT bool GOMP_loop_runtime_next(long* from, long* to) { return next(team::self(), from, to); }
XOMP_EXPORT bool GOMP_loop_nonmonotonic_dynamic_next(long* from, long* to) { return next(team::self(), from, to); }
XOMP_EXPORT bool GOMP_loop_nonmonotonic_guided_next(long* from, long* to) { return next(team::self(), from, to); }
XOMP_EXPORT bool GOMP_loop_nonmonotonic_runtime_next(long* from, long* to) { return next(team::self(), from, to); }
XOMP_EXPORT bool GOMP_loop_maybe_nonmonotonic_runtime_next(long* from, long* to) {
  return next(team::self(), from, to);
}
XOMP_EXPORT bool GOMP_loop_ordered_static_next(long* from, long* to) { return next(team::self(), from, to); }
XOMP_EXPORT bool GOMP_loop_ordered_dynamic_next(long* from, long* to) { return next(team::self(), from, to); }
XOMP_EXPORT bool GOMP_loop_ordered_guided_next(long* from, long* to) { return next(team::self(), from, to); }
XOMP_EXPORT bool GOMP_loop_ordered_runtime_next(long* from, long* to) { return next(team::self(), from, to); }

// The schedule as an argument, with task reductions and shared memory.
XOMP_EXPORT bool GOMP_loop_start(long start_at, long end_at, long step, long schedule, long chunk, long* from, long* to,
                                 std::uintptr_t* reductions, void** memory) {
  return start_with_extras<long>(schedule_of(schedule), {start_at, end_at, step, chunk, direction_of(step)}, from, to,
                                 reductions, memory);
}
XOMP_EXPORT bool GOMP_loop_ordered_start(long start_at, long end_at, long step, long schedule, long chunk, long* from,
                                         long* to, std::uintptr_t* reductions, void** memory) {
  return start_with_extras<long>(schedule_of(schedule).in_order(), {start_at, end_at, step, chunk, direction_of(step)},
                                 from, to, reductions, memory);
}

// Doacross: counts of iterations, from 0 in steps of 1.
XOMP_EXPORT bool GOMP_loop_doacross_static_start(unsigned dimensions, long* counts, long chunk, long* from, long* to) {
  return start_doacross<long>(kStatic, dimensions, counts, chunk, from, to);
}
XOMP_EXPORT bool GOMP_loop_doacross_dynamic_start(unsigned dimensions, long* counts, long chunk, long* from, long* to) {
  return start_doacross<long>(kDynamic, dimensions, counts, chunk, from, to);
}
XOMP_EXPORT bool GOMP_loop_doacross_guided_start(unsigned dimensions, long* counts, long chunk, long* from, long* to) {
  return start_doacross<long>(kGuided, dimensions, counts, chunk, from, to);
}
XOMP_EXPORT bool GOMP_loop_doacross_runtime_start(unsigned dimensions, long* counts, long* from, long* to) {
  return start_doacross<long>(kRuntime, dimensions, counts, 0, from, to);
}
XOMP_EXPORT bool GOMP_loop_doacross_start(unsigned dimensions, long* counts, long schedule, long chunk, long* from,
                                          long* to, std::uintptr_t* reductions, void** memory) {
  return start_doacross<long>(schedule_of(schedule), dimensions, counts, chunk, from, to, reductions, memory);
}
