// Barriers that let the primary thread do something before the others go on. Old compilers' way to end a region.
#include "abi_llvm/types.h"
#include "core/api/region.h"
#include "core/api/watch.h"

using namespace xomp;
using abi_llvm::Ident;

namespace {

// A tool hears of these barriers as the runtime's own.
void pass(api::Worker& me, api::Call from) {
  if (api::is_watched()) [[unlikely]]
    api::watched_barrier(me, from, ompt_sync_region_barrier_implementation);
  else api::barrier(me);
}

}  // namespace

// Returns 1 on the primary thread, which must call the end. The others come back with 0 when it has.
XOMP_EXPORT std::int32_t __kmpc_barrier_master(Ident*, std::int32_t id) {
  api::Worker& me = api::worker_of(id);
  pass(me, api::here());
  if (api::is_primary(me)) return 1;
  pass(me, api::here());
  return 0;
}

XOMP_EXPORT void __kmpc_end_barrier_master(Ident*, std::int32_t id) { pass(api::worker_of(id), api::here()); }

XOMP_EXPORT std::int32_t __kmpc_barrier_master_nowait(Ident*, std::int32_t id) {
  api::Worker& me = api::worker_of(id);
  pass(me, api::here());
  return api::is_primary(me) ? 1 : 0;
}
