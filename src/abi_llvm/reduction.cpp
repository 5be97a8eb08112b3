// __kmpc_reduce and its relatives: tells the compiled code how this thread's copies get into the originals.
#include "abi_llvm/types.h"
#include "core/api/region.h"
#include "core/api/sync.h"
#include "core/api/watch.h"

using namespace xomp;
using abi_llvm::Ident;
using api::CriticalStorage;

namespace {

bool has_atomic_code(const Ident* loc) { return loc != nullptr && (loc->flags & abi_llvm::kAtomicReduction) != 0; }

// Says whether a tool has been told of the reduction's beginning, and waits for its end. Compiled code that combines by atomics
// may not tell the end, so then it combines under the lock.
bool is_reported(std::int32_t id) { return team::thread_of(api::worker_of(id)).seen_work.reduces; }

// count: how many variables. If nothing is reduced, a tool hears nothing.
int start(const Ident* loc, std::int32_t id, std::int32_t count, CriticalStorage* storage, api::Call from) {
  if (count > 0 && api::is_watched()) [[unlikely]]
    api::watch_reduction(api::worker_of(id), ompt_scope_begin, from.address);
  const bool by_atomics = has_atomic_code(loc) && !is_reported(id);
  return static_cast<int>(api::begin_reduction(api::team_size(api::worker_of(id)), by_atomics, *storage));
}

void end(const Ident* loc, std::int32_t id, CriticalStorage* storage, api::Call from) {
  const bool by_atomics = has_atomic_code(loc) && !is_reported(id);
  api::end_reduction(api::team_size(api::worker_of(id)), by_atomics, *storage);
  if (api::is_watched()) [[unlikely]]
    api::watch_reduction(api::worker_of(id), ompt_scope_end, from.address);
}

}  // namespace

XOMP_EXPORT std::int32_t __kmpc_reduce_nowait(Ident* loc, std::int32_t id, std::int32_t count, std::size_t, void*,
                                              void (*)(void*, void*), CriticalStorage* storage) {
  return start(loc, id, count, storage, api::here());
}

XOMP_EXPORT void __kmpc_end_reduce_nowait(Ident* loc, std::int32_t id, CriticalStorage* storage) {
  end(loc, id, storage, api::here());
}

XOMP_EXPORT std::int32_t __kmpc_reduce(Ident* loc, std::int32_t id, std::int32_t count, std::size_t, void*,
                                       void (*)(void*, void*), CriticalStorage* storage) {
  return start(loc, id, count, storage, api::here());
}

// The blocking form must end with a barrier, because some compilers emit none of their own.
XOMP_EXPORT void __kmpc_end_reduce(Ident* loc, std::int32_t id, CriticalStorage* storage) {
  end(loc, id, storage, api::here());
  api::Worker& me = api::worker_of(id);
  if (api::is_watched()) [[unlikely]] {
    api::watched_barrier(me, api::here(), abi_llvm::barrier_kind(loc));
    return;
  }
  api::barrier(me);
}
