// __kmpc_reduce and its relatives: tells the compiled code how this thread's copies get into the originals.
#include "core/sync/reduction.h"
#include "abi_llvm/types.h"
#include "core/sync/critical.h"
#include "core/team/roots.h"
#include "core/team/team.h"

using namespace xomp;
using abi_llvm::Ident;
using abi_llvm::kAtomicReduction;
using sync::CriticalStorage;
using sync::ReductionStep;

namespace {

ReductionStep step_of(const Ident* loc, std::int32_t id) {
  const bool has_atomic_code = loc != nullptr && (loc->flags & kAtomicReduction) != 0;
  return sync::reduction_step(team::worker_of(id).thread->team->size, has_atomic_code);
}

int start(const Ident* loc, std::int32_t id, CriticalStorage* storage) {
  const ReductionStep step = step_of(loc, id);
  if (step == ReductionStep::exclusive && team::worker_of(id).thread->team->size > 1) storage->lock().lock();
  return static_cast<int>(step);
}

void end(const Ident* loc, std::int32_t id, CriticalStorage* storage) {
  if (step_of(loc, id) == ReductionStep::exclusive && team::worker_of(id).thread->team->size > 1)
    storage->lock().unlock();
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
  team::barrier(team::worker_of(id));
}
