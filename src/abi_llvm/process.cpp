// __kmpc entries that other libraries of LLVM and Intel ask how the runtime is doing.
#include "abi_llvm/types.h"
#include "core/team/lifecycle.h"
#include "core/team/roots.h"

using namespace xomp;
using abi_llvm::Ident;

XOMP_EXPORT std::int32_t __kmpc_global_num_threads(Ident*) { return team::known_threads(); }

// omp_pause_resource_t: 0 resume, 1 soft, 2 hard.
XOMP_EXPORT std::int32_t __kmpc_pause_resource(std::int32_t kind) {
  if (kind < 0 || kind > 2) return 1;
  return kind == 0 || team::try_pause(team::self()) ? 0 : 1;
}
