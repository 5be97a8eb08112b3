// Proxy tasks, which end when somebody outside says so; for LLVM's offload library.
#include "abi_llvm/task_block.h"
#include "abi_llvm/types.h"
#include "core/sched/scheduler.h"
#include "core/team/roots.h"
#include "core/team/team.h"

using namespace xomp;
using namespace xomp::abi_llvm;

XOMP_EXPORT void __kmpc_proxy_task_completed_ooo(KmpTask* block) { sched::fulfill_event(team::self(), task_of(block)); }

XOMP_EXPORT void __kmpc_proxy_task_completed(std::int32_t id, KmpTask* block) {
  sched::fulfill_event(team::worker_of(id), task_of(block));
}

XOMP_EXPORT void __kmpc_invoke_task_func(std::int32_t id) {
  team::Worker& me = team::worker_of(id);
  team::team_of(me).region.invoke(me, team::team_of(me).region);
}
