// What ends a loop, ordered regions, and doacross' sources and sinks. Called by each thread of the team.
#include <cstdarg>

#include "abi_gnu/loop.h"
#include "platform/export.h"

using namespace xomp;
using namespace xomp::abi_gnu;

namespace {

// The rest of a vector comes as variable arguments, as many as the loop has dimensions. Alone in the team: nobody
// waits.
template <class T>
void wait_for(T first, va_list rest) {
  ThreadLoops& mine = api::loops_of(api::self());
  if (!mine.doacross.active) return;
  std::int64_t vector[mine.doacross.dimensions];
  vector[0] = static_cast<std::int64_t>(first);
  for (std::uint32_t i = 1; i < mine.doacross.dimensions; ++i) vector[i] = static_cast<std::int64_t>(va_arg(rest, T));
  wait_doacross(mine, vector);
}

template <class T>
void post(const T* vector) {
  static_assert(sizeof(T) == sizeof(std::int64_t));
  post_doacross(api::loops_of(api::self()), reinterpret_cast<const std::int64_t*>(vector));
}

using Ull = unsigned long long;

}  // namespace

XOMP_EXPORT void GOMP_loop_end() {
  api::Worker& me = api::self();
  end(me);
  api::barrier(me);
}
XOMP_EXPORT void GOMP_loop_end_nowait() { end(api::self()); }
XOMP_EXPORT bool GOMP_loop_end_cancel() { return end_cancellable(api::self()); }

// The turn goes on with the next chunk.
XOMP_EXPORT void GOMP_ordered_start() { enter_ordered(api::loops_of(api::self())); }
XOMP_EXPORT void GOMP_ordered_end() {}

XOMP_EXPORT void GOMP_doacross_post(long* vector) { post(vector); }
XOMP_EXPORT void GOMP_doacross_ull_post(Ull* vector) { post(vector); }

XOMP_EXPORT void GOMP_doacross_wait(long first, ...) {
  va_list rest;
  va_start(rest, first);
  wait_for(first, rest);
  va_end(rest);
}
XOMP_EXPORT void GOMP_doacross_ull_wait(Ull first, ...) {
  va_list rest;
  va_start(rest, first);
  wait_for(first, rest);
  va_end(rest);
}
