// __kmpc_reduce and its relatives: tells the compiled code how this thread's copies get into the originals.
#include "abi_llvm/types.h"
#include "core/api/region.h"
#include "core/api/sync.h"

using namespace xomp;
using abi_llvm::Ident;
using api::CriticalStorage;

namespace {

bool has_atomic_code(const Ident* loc) { return loc != nullptr && (loc->flags & abi_llvm::kAtomicReduction) != 0; }

int start(const Ident* loc, std::int32_t id, CriticalStorage* storage) {
  return static_cast<int>(api::begin_reduction(api::team_size(api::worker_of(id)), has_atomic_code(loc), *storage));
}

void end(const Ident* loc, std::int32_t id, CriticalStorage* storage) {
  api::end_reduction(api::team_size(api::worker_of(id)), has_atomic_code(loc), *storage);
}

}  // namespace

XOMP_EXPORT std::int32_t __kmpc_reduce_nowait(Ident* loc, std::int32_t id, std::int32_t, std::size_t, void*,
                                              void (*)(void*, void*), CriticalStorage* storage) {
  return start(loc, id, storage);
}

XOMP_EXPORT void __kmpc_end_reduce_nowait(Ident* loc, std::int32_t id, CriticalStorage* storage) {
  end(loc, id, storage);
}

XOMP_EXPORT std::int32_t __kmpc_reduce(Ident* loc, std::int32_t id, std::int32_t, std::size_t, void*,
                                       void (*)(void*, void*), CriticalStorage* storage) {
  return start(loc, id, storage);
}

// The blocking form's end is a barrier: some compilers emit none of their own.
XOMP_EXPORT void __kmpc_end_reduce(Ident* loc, std::int32_t id, CriticalStorage* storage) {
  end(loc, id, storage);
  api::barrier(api::worker_of(id));
}
