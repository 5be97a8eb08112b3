// __tgt_interop_*: clang emits them also without devices. There is no foreign runtime: every object is
// omp_interop_none.
#include "abi_llvm/types.h"

using namespace xomp;
using abi_llvm::DependInfo;
using abi_llvm::Ident;

extern "C" void __kmpc_omp_taskwait_deps_51(Ident*, std::int32_t id, std::int32_t count, const DependInfo* list,
                                            std::int32_t more_count, const DependInfo* more, std::int32_t nowait);

namespace {

void wait_for(Ident* loc, std::int32_t id, std::int32_t count, const DependInfo* list) {
  if (count > 0) __kmpc_omp_taskwait_deps_51(loc, id, count, list, 0, nullptr, 0);
}

}  // namespace

XOMP_EXPORT void __tgt_interop_init(Ident* loc, std::int32_t id, void** object, std::int32_t, std::int32_t,
                                    std::int32_t count, const DependInfo* list, std::int32_t) {
  wait_for(loc, id, count, list);
  *object = nullptr;
}

XOMP_EXPORT void __tgt_interop_use(Ident* loc, std::int32_t id, void**, std::int32_t, std::int32_t count,
                                   const DependInfo* list, std::int32_t) {
  wait_for(loc, id, count, list);
}

XOMP_EXPORT void __tgt_interop_destroy(Ident* loc, std::int32_t id, void** object, std::int32_t, std::int32_t count,
                                       const DependInfo* list, std::int32_t) {
  wait_for(loc, id, count, list);
  *object = nullptr;
}
