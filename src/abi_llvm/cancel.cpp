// __kmpc entries for cancellation. Called by code that clang generated, from threads of a team or outside.
#include "core/team/cancel.h"
#include "core/team/roots.h"

#include "abi_llvm/types.h"

using namespace xomp;
using abi_llvm::Ident;

// kind: 1 parallel, 2 loop, 3 sections, 4 taskgroup. Not zero: the compiled code goes to the construct's end.

XOMP_EXPORT std::int32_t __kmpc_cancel(Ident*, std::int32_t id, std::int32_t kind) {
  return team::cancel(team::worker_of(id), static_cast<team::Construct>(kind));
}

XOMP_EXPORT std::int32_t __kmpc_cancellationpoint(Ident*, std::int32_t id, std::int32_t kind) {
  return team::cancellation_point(team::worker_of(id), static_cast<team::Construct>(kind));
}

XOMP_EXPORT std::int32_t __kmpc_cancel_barrier(Ident*, std::int32_t id) {
  return team::cancellable_barrier(team::worker_of(id));
}
