// What LLVM's offload library and debugging code ask the runtime.
#include "abi_llvm/types.h"
#include "core/team/team.h"

using namespace xomp;

XOMP_EXPORT std::int32_t __kmpc_get_target_offload() { return static_cast<std::int32_t>(icv::global.target_offload); }

// No: a task that waits for a device blocks its thread, it is not queued again.
XOMP_EXPORT std::int32_t __kmpc_omp_has_task_team(std::int32_t) { return 0; }
XOMP_EXPORT void** __kmpc_omp_get_target_async_handle_ptr(std::int32_t) { return nullptr; }

// Nodes of libomp's dependence graph: there are none.
XOMP_EXPORT void* __kmpc_task_get_depnode(void*) { return nullptr; }
XOMP_EXPORT void* __kmpc_task_get_successors(void*) { return nullptr; }

// Numbers of the current task and its parent, while they exist; 0 = none.
XOMP_EXPORT std::uint64_t __kmpc_get_taskid() {
  const team::Worker* me = sched::own_worker;
  return me != nullptr ? reinterpret_cast<std::uintptr_t>(me->current) : 0;
}
XOMP_EXPORT std::uint64_t __kmpc_get_parent_taskid() {
  const team::Worker* me = sched::own_worker;
  // relaxed: the own task's parent, written before the task began
  return me != nullptr ? reinterpret_cast<std::uintptr_t>(me->current->parent.load(relaxed)) : 0;
}
