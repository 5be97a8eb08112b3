// __kmpc_threadprivate: for code compiled without native thread-local storage.
#include "core/team/threadprivate.h"
#include "core/team/roots.h"

#include "abi_llvm/types.h"

using namespace xomp;
using abi_llvm::Ident;

XOMP_EXPORT void* __kmpc_threadprivate_cached(Ident*, std::int32_t id, void* original, std::size_t bytes,
                                              void*** cache) {
  return team::threadprivate_copy(team::worker_of(id), original, bytes, cache);
}

XOMP_EXPORT void* __kmpc_threadprivate(Ident*, std::int32_t id, void* original, std::size_t bytes) {
  return team::threadprivate_copy(team::worker_of(id), original, bytes, nullptr);
}

XOMP_EXPORT void __kmpc_threadprivate_register(Ident*, void* original, void* (*construct)(void*),
                                               void* (*copy_construct)(void*, void*), void (*destroy)(void*)) {
  team::PrivateThunks thunks;
  thunks.construct = construct;
  thunks.copy_construct = copy_construct;
  thunks.destroy = destroy;
  team::register_threadprivate(original, thunks);
}

XOMP_EXPORT void __kmpc_threadprivate_register_vec(Ident*, void* original, void* (*construct)(void*, std::size_t),
                                                   void* (*copy_construct)(void*, void*, std::size_t),
                                                   void (*destroy)(void*, std::size_t), std::size_t count) {
  team::PrivateThunks thunks;
  thunks.construct_array = construct;
  thunks.copy_construct_array = copy_construct;
  thunks.destroy_array = destroy;
  thunks.count = count;
  team::register_threadprivate(original, thunks);
}
