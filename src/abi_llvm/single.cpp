// single, copyprivate, master, masked, scope. Called by each thread of the team.
#include "abi_llvm/place.h"
#include "abi_llvm/types.h"
#include "core/api/loop.h"
#include "core/api/region.h"
#include "core/api/watch.h"

using namespace xomp;
using namespace xomp::abi_llvm;

namespace {

// Every thread gets what the executing one gives; nobody leaves before all have arrived. Returns nullptr if the region
// is cancelled, and the thread that has the data may not have come.
void* hand_over(api::Worker& me, void* data) {
  api::publish_copy(me, data);
  const api::Passage passage = api::pass_barrier(me);
  void* const source = api::copied_data(me);
  return passage == api::Passage::complete ? source : nullptr;
}

using Copy = void (*)(void* to, void* from);
void copy_private(api::Worker& me, void* data, Copy copy, bool executed) {
  void* source = hand_over(me, executed ? data : nullptr);
  if (!executed && source != nullptr) copy(data, source);
  api::barrier(me);
}

// A tool hears of these barriers as the runtime's own.
[[gnu::cold, gnu::noinline]] void copy_watched(api::Worker& me, void* data, Copy copy, bool executed, api::Call from) {
  const api::WatchedCall inside(me, from);
  copy_private(me, data, copy, executed);
}
[[gnu::cold, gnu::noinline]] void* hand_over_watched(api::Worker& me, void* data, api::Call from) {
  const api::WatchedCall inside(me, from);
  return hand_over(me, data);
}

// Tells a tool of a masked region if the thread executes it. Returns `executes`.
bool enter_masked(api::Worker& me, bool executes, api::Call from) {
  if (executes && api::is_watched()) [[unlikely]]
    api::watch_masked(me, ompt_scope_begin, from.address);
  return executes;
}
void leave_masked(std::int32_t id, api::Call from) {
  if (api::is_watched()) [[unlikely]]
    api::watch_masked(api::worker_of(id), ompt_scope_end, from.address);
}

}  // namespace

XOMP_EXPORT std::int32_t __kmpc_single(Ident* loc, std::int32_t id) {
  api::Worker& me = api::worker_of(id);
  const bool executes = api::win_single(me);
  if (api::is_watched()) [[unlikely]]
    return api::watch_single(me, executes, abi_llvm::here(loc).address, false);
  return executes;
}
XOMP_EXPORT void __kmpc_end_single(Ident*, std::int32_t id) {
  if (api::is_watched()) [[unlikely]]
    api::end_work(api::worker_of(id), api::here().address);
}

// The executing thread's data must stay until all have copied: hence the second barrier.
XOMP_EXPORT void __kmpc_copyprivate(Ident*, std::int32_t id, std::size_t, void* data,
                                    void (*copy)(void* to, void* from), std::int32_t executed) {
  api::Worker& me = api::worker_of(id);
  if (api::is_watched()) [[unlikely]]
    return copy_watched(me, data, copy, executed != 0, api::here());
  copy_private(me, data, copy, executed != 0);
}

XOMP_EXPORT void* __kmpc_copyprivate_light(Ident*, std::int32_t id, void* data) {
  api::Worker& me = api::worker_of(id);
  if (api::is_watched()) [[unlikely]]
    return hand_over_watched(me, data, api::here());
  return hand_over(me, data);
}

XOMP_EXPORT std::int32_t __kmpc_master(Ident*, std::int32_t id) {
  api::Worker& me = api::worker_of(id);
  return enter_masked(me, api::is_primary(me), api::here());
}
XOMP_EXPORT void __kmpc_end_master(Ident*, std::int32_t id) { leave_masked(id, api::here()); }

XOMP_EXPORT std::int32_t __kmpc_masked(Ident*, std::int32_t id, std::int32_t filter) {
  api::Worker& me = api::worker_of(id);
  return enter_masked(me, api::thread_number(me) == filter, api::here());
}
XOMP_EXPORT void __kmpc_end_masked(Ident*, std::int32_t id) { leave_masked(id, api::here()); }

XOMP_EXPORT void __kmpc_scope(Ident*, std::int32_t id, void*) {
  if (api::is_watched()) [[unlikely]]
    api::begin_work(api::worker_of(id), ompt_work_scope, 1, api::here().address);
}
XOMP_EXPORT void __kmpc_end_scope(Ident*, std::int32_t id, void*) {
  if (api::is_watched()) [[unlikely]]
    api::end_work(api::worker_of(id), api::here().address);
}
