// Barriers that let the primary thread do something before the others go on. Old compilers' way to end a region.
#include "abi_llvm/types.h"
#include "core/team/roots.h"
#include "core/team/team.h"

using namespace xomp;
using abi_llvm::Ident;

namespace {

bool is_primary(const team::Worker& me) { return me.thread->number == 0; }

}  // namespace

// 1 on the primary thread, which must call the end; the others come back with 0 when it has.
XOMP_EXPORT std::int32_t __kmpc_barrier_master(Ident*, std::int32_t id) {
  team::Worker& me = team::worker_of(id);
  team::barrier(me);
  if (is_primary(me)) return 1;
  team::barrier(me);
  return 0;
}

XOMP_EXPORT void __kmpc_end_barrier_master(Ident*, std::int32_t id) { team::barrier(team::worker_of(id)); }

XOMP_EXPORT std::int32_t __kmpc_barrier_master_nowait(Ident*, std::int32_t id) {
  team::Worker& me = team::worker_of(id);
  team::barrier(me);
  return is_primary(me) ? 1 : 0;
}
