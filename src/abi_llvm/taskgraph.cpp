// The __kmpc entries for the taskgraph construct, as LLVM's open work emits them. The encountering thread calls them.
#include "abi_llvm/task_block.h"
#include "abi_llvm/types.h"
#include "core/api/task.h"

using namespace xomp;
using namespace xomp::abi_llvm;

extern "C" std::int32_t __kmpc_omp_task(Ident*, std::int32_t, KmpTask*);
extern "C" std::int32_t __kmpc_omp_task_with_deps(Ident*, std::int32_t, KmpTask*, std::int32_t, const DependInfo*,
                                                  std::int32_t, const DependInfo*);

// `handle` is the construct's own word, nullptr at first.
XOMP_EXPORT void __kmpc_taskgraph(Ident*, std::int32_t id, void** handle, std::uint64_t graph, std::int32_t resets,
                                  std::int32_t nogroup, void (*region)(void*), void* argument) {
  sched::taskgraph(team::worker_of(id), {handle, graph}, {resets != 0, nogroup != 0}, region, argument);
}

// A task of the region, which a run makes again from the block. `relocate` finds the variables that the task shares with the region's function
// in another call of that. The program's other calls may be such, so a task that has it is not recorded.
XOMP_EXPORT std::int32_t __kmpc_taskgraph_task(Ident* loc, std::int32_t id, KmpTask* kmp, std::int32_t, std::size_t,
                                               std::size_t, std::int32_t count, const DependInfo* list, void* relocate,
                                               task::CloneData clone) {
  api::Worker& me = team::worker_of(id);
  if (me.recording != nullptr) {
    if (relocate != nullptr) sched::break_recording(me);
    sched::record_clone(me, clone);
  }
  if (count == 0) return __kmpc_omp_task(loc, id, kmp);
  return __kmpc_omp_task_with_deps(loc, id, kmp, count, list, 0, nullptr);
}
