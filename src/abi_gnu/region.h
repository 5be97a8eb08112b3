// How gcc describes a parallel region: an outlined function, its record, a number of threads, and flags.
#pragma once

#include "core/api/region.h"
#include "core/api/watch.h"

namespace xomp::abi_gnu {

using Body = void (*)(void*);

inline void invoke_body(api::Worker& me, const api::Region& region) {
  const Body body = reinterpret_cast<Body>(region.function);
  if (me.thread->implicit.has(task::kWatched)) [[unlikely]]
    return api::run_in_frame(me, [&](void**) { body(region.data); });
  body(region.data);
}

inline api::Region region_of(Body body, void* data) {
  return {invoke_body, reinterpret_cast<void*>(body), data, nullptr, 0};
}

// flags & 7: proc_bind's value, 0 = no clause.
inline api::Request request_of(unsigned threads, unsigned flags) {
  api::Request request;
  request.threads = threads > static_cast<unsigned>(api::kMaxTeamSize) ? api::kMaxTeamSize : static_cast<int>(threads);
  request.serial = threads == 1;
  request.bind_given = (flags & 7) != 0;
  request.bind_inherited = true;
  request.bind = static_cast<api::ProcBind>(flags & 7);
  return request;
}

// Passes the barrier of an entry. `kind`: ompt_sync_region_t, or kAnyBarrier if the entry serves explicit and implicit
// ones.
inline void pass_barrier(api::Worker& me, int kind, api::Call from) {
  if (api::is_watched()) [[unlikely]]
    api::watched_barrier(me, from, kind);
  else api::barrier(me);
}
inline bool pass_cancellable_barrier(api::Worker& me, int kind, api::Call from) {
  if (api::is_watched()) [[unlikely]]
    return api::watched_cancellable_barrier(me, from, kind);
  return api::cancellable_barrier(me);
}

// Begins a region and runs its body, or, for old compilers, leaves the body to the caller.
inline void run_region(api::Worker& me, const api::Region& region, const api::Request& request, api::Call from) {
  if (api::is_watched()) [[unlikely]]
    api::note_region(me, from);
  api::parallel(me, region, request);
}
inline void open_region(api::Worker& me, const api::Region& region, const api::Request& request, api::Call from) {
  if (api::is_watched()) [[unlikely]]
    api::note_region(me, from, true);
  api::begin_parallel(me, region, request);
}

}  // namespace xomp::abi_gnu
