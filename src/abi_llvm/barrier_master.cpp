// Barriers that let the primary thread do something before the others go on. Old compilers' way to end a region.
#include "abi_llvm/types.h"
#include "core/api/region.h"

using namespace xomp;
using abi_llvm::Ident;

// 1 on the primary thread, which must call the end; the others come back with 0 when it has.
XOMP_EXPORT std::int32_t __kmpc_barrier_master(Ident*, std::int32_t id) {
  api::Worker& me = api::worker_of(id);
  api::barrier(me);
  if (api::is_primary(me)) return 1;
  api::barrier(me);
  return 0;
}

XOMP_EXPORT void __kmpc_end_barrier_master(Ident*, std::int32_t id) { api::barrier(api::worker_of(id)); }

XOMP_EXPORT std::int32_t __kmpc_barrier_master_nowait(Ident*, std::int32_t id) {
  api::Worker& me = api::worker_of(id);
  api::barrier(me);
  return api::is_primary(me) ? 1 : 0;
}
