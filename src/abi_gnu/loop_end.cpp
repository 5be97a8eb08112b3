// What ends a loop, ordered regions, and doacross' sources and sinks. Called by each thread of the team.
#include <cstdarg>

#include "abi_gnu/loop.h"
#include "platform/export.h"

using namespace xomp;
using namespace xomp::abi_gnu;

namespace {

// The rest of a vector comes as variable arguments, as many as the loop has dimensions. A thread that is alone in the
// team does not wait.
template <class T>
void wait_for(T first, va_list rest, api::Call from) {
  api::Worker& me = api::self();
  ThreadLoops& mine = api::loops_of(me);
  if (!mine.doacross.active) return;
  std::int64_t vector[mine.doacross.dimensions];
  vector[0] = static_cast<std::int64_t>(first);
  for (std::uint32_t i = 1; i < mine.doacross.dimensions; ++i) vector[i] = static_cast<std::int64_t>(va_arg(rest, T));
  const bool exists = wait_doacross(mine, vector);
  if (exists && api::is_watched()) [[unlikely]]
    api::watch_doacross(me, ompt_dependence_type_sink, vector, mine.doacross.dimensions, from);
}

template <class T>
void post(const T* vector, api::Call from) {
  static_assert(sizeof(T) == sizeof(std::int64_t));
  api::Worker& me = api::self();
  ThreadLoops& mine = api::loops_of(me);
  const auto* const at = reinterpret_cast<const std::int64_t*>(vector);
  if (api::is_watched() && mine.doacross.active) [[unlikely]]
    api::watch_doacross(me, ompt_dependence_type_source, at, mine.doacross.dimensions, from);
  post_doacross(mine, at);
}

using Ull = unsigned long long;

}  // namespace

XOMP_EXPORT void GOMP_loop_end() {
  api::Worker& me = api::self();
  end(me, api::here());
  pass_barrier(me, ompt_sync_region_barrier_implicit_workshare, api::here());
}
XOMP_EXPORT void GOMP_loop_end_nowait() { end(api::self(), api::here()); }
XOMP_EXPORT bool GOMP_loop_end_cancel() { return end_cancellable(api::self(), api::here()); }

// The thread hands its ticket on when it takes its next chunk, so the end of the ordered region does not.
XOMP_EXPORT void GOMP_ordered_start() {
  ThreadLoops& mine = api::loops_of(api::self());
  if (api::is_watched()) [[unlikely]]
    return api::watched_acquire({ompt_mutex_ordered, mine.team, api::here().address}, [&mine] { enter_ordered(mine); });
  enter_ordered(mine);
}
XOMP_EXPORT void GOMP_ordered_end() {
  if (api::is_watched()) [[unlikely]]
    api::watch_released({ompt_mutex_ordered, api::loops_of(api::self()).team, api::here().address});
}

XOMP_EXPORT void GOMP_doacross_post(long* vector) { post(vector, api::here()); }
XOMP_EXPORT void GOMP_doacross_ull_post(Ull* vector) { post(vector, api::here()); }

XOMP_EXPORT void GOMP_doacross_wait(long first, ...) {
  va_list rest;
  va_start(rest, first);
  wait_for(first, rest, api::here());
  va_end(rest);
}
XOMP_EXPORT void GOMP_doacross_ull_wait(Ull first, ...) {
  va_list rest;
  va_start(rest, first);
  wait_for(first, rest, api::here());
  va_end(rest);
}
