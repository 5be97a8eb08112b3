// single, copyprivate, master, masked, scope. Called by each thread of the team.
#include "abi_llvm/types.h"
#include "core/api/loop.h"
#include "core/api/region.h"

using namespace xomp;
using namespace xomp::abi_llvm;

namespace {

// Every thread gets what the executing one gives; nobody leaves before all have arrived.
// nullptr: the region is cancelled, and the thread that has the data may not have come.
void* hand_over(api::Worker& me, void* data) {
  api::publish_copy(me, data);
  const api::Passage passage = api::pass_barrier(me);
  void* const source = api::copied_data(me);
  return passage == api::Passage::complete ? source : nullptr;
}

}  // namespace

XOMP_EXPORT std::int32_t __kmpc_single(Ident*, std::int32_t id) { return api::win_single(api::worker_of(id)); }
XOMP_EXPORT void __kmpc_end_single(Ident*, std::int32_t) {}

// The executing thread's data must stay until all have copied: hence the second barrier.
XOMP_EXPORT void __kmpc_copyprivate(Ident*, std::int32_t id, std::size_t, void* data,
                                    void (*copy)(void* to, void* from), std::int32_t executed) {
  api::Worker& me = api::worker_of(id);
  void* source = hand_over(me, executed != 0 ? data : nullptr);
  if (executed == 0 && source != nullptr) copy(data, source);
  api::barrier(me);
}

XOMP_EXPORT void* __kmpc_copyprivate_light(Ident*, std::int32_t id, void* data) {
  return hand_over(api::worker_of(id), data);
}

XOMP_EXPORT std::int32_t __kmpc_master(Ident*, std::int32_t id) { return api::is_primary(api::worker_of(id)); }
XOMP_EXPORT void __kmpc_end_master(Ident*, std::int32_t) {}

XOMP_EXPORT std::int32_t __kmpc_masked(Ident*, std::int32_t id, std::int32_t filter) {
  return api::thread_number(api::worker_of(id)) == filter;
}
XOMP_EXPORT void __kmpc_end_masked(Ident*, std::int32_t) {}

XOMP_EXPORT void __kmpc_scope(Ident*, std::int32_t, void*) {}
XOMP_EXPORT void __kmpc_end_scope(Ident*, std::int32_t, void*) {}
