// GOMP_loop_* and GOMP_loop_ull_*: worksharing loops over long, whose step says the direction, and over unsigned long
// long (Ull), where an argument says it. Called by each thread of the team, or outside of any region.
//
// One list makes the entries of both families. Macros make the names, because the language has no other way. What the
// entries do is in the templates of loop.h.
#include "abi_gnu/loop.h"

#include "platform/export.h"

using namespace xomp;
using namespace xomp::abi_gnu;
using Ull = unsigned long long;

// clang-format off

// The parameters from which a GnuLoop is made, and the loop.
#define RANGE_long long start_at, long end_at, long step
#define RANGE_Ull bool up, Ull start_at, Ull end_at, Ull step
#define LOOP_long(chunk) {start_at, end_at, step, chunk, direction_of(step)}
#define LOOP_Ull(chunk) {start_at, end_at, step, chunk, direction_of(up)}

// The first chunk of a loop whose schedule is `how`, and the next ones: a thread knows which loop it is in, whatever
// the name says.
#define CHUNKED_HEAD(T, name) XOMP_EXPORT bool GOMP_##name##_start(RANGE_##T, T chunk, T* from, T* to)
#define CHUNKED_IN(T, name, how) CHUNKED_HEAD(T, name) { return start<T>(how, LOOP_##T(chunk), from, to, api::here()); }
#define RUNTIME_HEAD(T, name) XOMP_EXPORT bool GOMP_##name##_start(RANGE_##T, T* from, T* to)
#define RUNTIME_IN(T, name, how) RUNTIME_HEAD(T, name) { return start<T>(how, LOOP_##T(0), from, to, api::here()); }
#define NEXT_IN(T, name) XOMP_EXPORT bool GOMP_##name##_next(T* from, T* to) { return next(api::self(), from, to, api::here()); }
#define NEXT(name) NEXT_IN(long, loop_##name) NEXT_IN(Ull, loop_ull_##name)
#define CHUNKED(name, how) CHUNKED_IN(long, loop_##name, how) CHUNKED_IN(Ull, loop_ull_##name, how) NEXT(name)
#define RUNTIME(name, how) RUNTIME_IN(long, loop_##name, how) RUNTIME_IN(Ull, loop_ull_##name, how) NEXT(name)

// In order: each thread's chunks follow one another.
CHUNKED(static, kStatic)
CHUNKED(dynamic, kDynamic)
CHUNKED(guided, kGuided)
RUNTIME(runtime, kRuntime)

// Free to hand out in any order, which no schedule here does: see NamedSchedule.
CHUNKED(nonmonotonic_dynamic, kDynamic)
CHUNKED(nonmonotonic_guided, kGuided)
RUNTIME(nonmonotonic_runtime, kRuntime)
RUNTIME(maybe_nonmonotonic_runtime, kRuntime)

// With ordered regions.
CHUNKED(ordered_static, kStatic.in_order())
CHUNKED(ordered_dynamic, kDynamic.in_order())
CHUNKED(ordered_guided, kGuided.in_order())
RUNTIME(ordered_runtime, kRuntime.in_order())

// Doacross: counts of iterations, from 0 in steps of 1.
#define DOACROSS_HEAD(T, name) XOMP_EXPORT bool GOMP_##name##_start(unsigned loops, T* counts, T chunk, T* from, T* to)
#define DOACROSS_IN(T, name, how) DOACROSS_HEAD(T, name) { return start_doacross(how, loops, counts, chunk, from, to, api::here()); }
#define DOACROSS(name, how) DOACROSS_IN(long, loop_##name, how) DOACROSS_IN(Ull, loop_ull_##name, how)
DOACROSS(doacross_static, kStatic)
DOACROSS(doacross_dynamic, kDynamic)
DOACROSS(doacross_guided, kGuided)

// clang-format on

XOMP_EXPORT bool GOMP_loop_doacross_runtime_start(unsigned loops, long* counts, long* from, long* to) {
  return start_doacross(kRuntime, loops, counts, 0L, from, to, api::here());
}
XOMP_EXPORT bool GOMP_loop_ull_doacross_runtime_start(unsigned loops, Ull* counts, Ull* from, Ull* to) {
  return start_doacross(kRuntime, loops, counts, Ull{0}, from, to, api::here());
}

// The schedule as an argument, with task reductions and shared memory.
XOMP_EXPORT bool GOMP_loop_start(RANGE_long, long schedule, long chunk, long* from, long* to,
                                 std::uintptr_t* reductions, void** memory) {
  return start_with_extras<long>(schedule_of(schedule), LOOP_long(chunk), from, to, reductions, memory, api::here());
}
XOMP_EXPORT bool GOMP_loop_ull_start(RANGE_Ull, long schedule, Ull chunk, Ull* from, Ull* to,
                                     std::uintptr_t* reductions, void** memory) {
  return start_with_extras<Ull>(schedule_of(schedule), LOOP_Ull(chunk), from, to, reductions, memory, api::here());
}
XOMP_EXPORT bool GOMP_loop_ordered_start(RANGE_long, long schedule, long chunk, long* from, long* to,
                                         std::uintptr_t* reductions, void** memory) {
  return start_with_extras<long>(schedule_of(schedule).in_order(), LOOP_long(chunk), from, to, reductions, memory,
                                 api::here());
}
XOMP_EXPORT bool GOMP_loop_ull_ordered_start(RANGE_Ull, long schedule, Ull chunk, Ull* from, Ull* to,
                                             std::uintptr_t* reductions, void** memory) {
  return start_with_extras<Ull>(schedule_of(schedule).in_order(), LOOP_Ull(chunk), from, to, reductions, memory,
                                api::here());
}
XOMP_EXPORT bool GOMP_loop_doacross_start(unsigned loops, long* counts, long schedule, long chunk, long* from, long* to,
                                          std::uintptr_t* reductions, void** memory) {
  return start_doacross(schedule_of(schedule), loops, counts, chunk, from, to, api::here(), reductions, memory);
}
XOMP_EXPORT bool GOMP_loop_ull_doacross_start(unsigned loops, Ull* counts, long schedule, Ull chunk, Ull* from, Ull* to,
                                              std::uintptr_t* reductions, void** memory) {
  return start_doacross(schedule_of(schedule), loops, counts, chunk, from, to, api::here(), reductions, memory);
}
