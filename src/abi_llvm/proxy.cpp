// Proxy tasks, which end when somebody outside says so; for LLVM's offload library.
#include "abi_llvm/task_block.h"
#include "abi_llvm/types.h"
#include "core/api/region.h"
#include "core/api/task.h"

using namespace xomp;
using namespace xomp::abi_llvm;

XOMP_EXPORT void __kmpc_proxy_task_completed_ooo(KmpTask* block) {
  sched::fulfill_event(api::self(), task_of(block)->event->handle());
}

XOMP_EXPORT void __kmpc_proxy_task_completed(std::int32_t id, KmpTask* block) {
  sched::fulfill_event(api::worker_of(id), task_of(block)->event->handle());
}

XOMP_EXPORT void __kmpc_invoke_task_func(std::int32_t id) { api::invoke_region(api::worker_of(id)); }
