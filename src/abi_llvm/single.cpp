// single, copyprivate, master, masked, scope. Called by each thread of the team.
#include "core/worksharing/single.h"
#include "core/team/roots.h"

#include "abi_llvm/types.h"
#include "core/team/team.h"

using namespace xomp;
using namespace xomp::abi_llvm;

namespace {

// Every thread gets what the executing one gives; nobody leaves before all have arrived.
// nullptr: the region is cancelled, and who has the data may not have come.
void* hand_over(team::Worker& me, void* data) {
  worksharing::TeamLoops& team = team::team_of(me).loops;
  publish_copy(team, team::loops_of(me), data);
  const team::Passage passage = team::pass_barrier(me);
  void* const source = copied_data(team, team::loops_of(me));
  return passage == team::Passage::complete ? source : nullptr;
}

}  // namespace

XOMP_EXPORT std::int32_t __kmpc_single(Ident*, std::int32_t id) {
  team::Worker& me = team::worker_of(id);
  return win_single(team::team_of(me).loops, team::loops_of(me), team::place_of(me).team_size);
}
XOMP_EXPORT void __kmpc_end_single(Ident*, std::int32_t) {}

// The executing thread's data must stay until all have copied: hence the second barrier.
XOMP_EXPORT void __kmpc_copyprivate(Ident*, std::int32_t id, std::size_t, void* data,
                                    void (*copy)(void* to, void* from), std::int32_t executed) {
  team::Worker& me = team::worker_of(id);
  void* source = hand_over(me, executed != 0 ? data : nullptr);
  if (executed == 0 && source != nullptr) copy(data, source);
  team::barrier(me);
}

XOMP_EXPORT void* __kmpc_copyprivate_light(Ident*, std::int32_t id, void* data) {
  return hand_over(team::worker_of(id), data);
}

XOMP_EXPORT std::int32_t __kmpc_master(Ident*, std::int32_t id) { return team::worker_of(id).thread->number == 0; }
XOMP_EXPORT void __kmpc_end_master(Ident*, std::int32_t) {}

XOMP_EXPORT std::int32_t __kmpc_masked(Ident*, std::int32_t id, std::int32_t filter) {
  return team::worker_of(id).thread->number == filter;
}
XOMP_EXPORT void __kmpc_end_masked(Ident*, std::int32_t) {}

XOMP_EXPORT void __kmpc_scope(Ident*, std::int32_t, void*) {}
XOMP_EXPORT void __kmpc_end_scope(Ident*, std::int32_t, void*) {}
