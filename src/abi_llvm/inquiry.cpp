// What LLVM's and Intel's other libraries, LLVM's debugging code and the linker ask of the runtime.
#include <cstdio>
#include <cstdlib>

#include "abi_llvm/types.h"
#include "core/api/icv.h"
#include "core/api/region.h"
#include "core/api/task.h"

using namespace xomp;
using abi_llvm::Ident;

// ---- tasks ----

// Returns 0, because a task that waits for a device blocks its thread here, and is not queued again.
XOMP_EXPORT std::int32_t __kmpc_omp_has_task_team(std::int32_t) { return 0; }
XOMP_EXPORT void** __kmpc_omp_get_target_async_handle_ptr(std::int32_t) { return nullptr; }

// There are no nodes of libomp's dependence graph, so none is returned.
XOMP_EXPORT void* __kmpc_task_get_depnode(void*) { return nullptr; }
XOMP_EXPORT void* __kmpc_task_get_successors(void*) { return nullptr; }

// Numbers of the current task and its parent, while they exist; 0 = none.
XOMP_EXPORT std::uint64_t __kmpc_get_taskid() {
  const api::Worker* me = sched::own_worker;
  return me != nullptr ? reinterpret_cast<std::uintptr_t>(me->current) : 0;
}
XOMP_EXPORT std::uint64_t __kmpc_get_parent_taskid() {
  const api::Worker* me = sched::own_worker;
  // Relaxed is enough, because this is the own task's parent, written before the task began.
  return me != nullptr ? reinterpret_cast<std::uintptr_t>(me->current->parent.load(relaxed)) : 0;
}

// ---- the process ----

XOMP_EXPORT std::int32_t __kmpc_get_target_offload() {
  return static_cast<std::int32_t>(api::global_icv().target_offload);
}

XOMP_EXPORT std::int32_t __kmpc_global_num_threads(Ident*) { return api::known_threads(); }

// LLVM 24's offload library asks for a variable's value for one of its devices. NAME_DEV_n of that device comes before NAME_DEV of all devices,
// and this before NAME_ALL, which counts for the host, too.
XOMP_EXPORT const char* __kmpc_get_device_env(const char* name, std::int32_t device) {
  if (name == nullptr || device < 0) return nullptr;
  char form[128];
  std::snprintf(form, sizeof form, "%s_DEV_%d", name, device);
  if (const char* const own = std::getenv(form)) return own;
  std::snprintf(form, sizeof form, "%s_DEV", name);
  if (const char* const of_devices = std::getenv(form)) return of_devices;
  std::snprintf(form, sizeof form, "%s_ALL", name);
  return std::getenv(form);
}

// omp_pause_resource_t: 0 resume, 1 soft, 2 hard.
XOMP_EXPORT std::int32_t __kmpc_pause_resource(std::int32_t kind) {
  if (kind < 0 || kind > 2) return 1;
  return kind == 0 || api::try_pause(api::self()) ? 0 : 1;
}

// ---- symbols that Intel's objects refer to so that they do not link without an OpenMP library; never looked at ----

extern "C" {
[[gnu::visibility("default")]] int _You_must_link_with_exactly_one_OpenMP_library = 1;
[[gnu::visibility("default")]] int _You_must_link_with_Intel_OpenMP_library = 1;
}
