// GOMP_single_*, and the entry of scope. Called by each thread of the team.
#include "core/worksharing/single.h"

#include "abi_gnu/loop.h"
#include "core/worksharing/schedules/schedules.h"
#include "platform/export.h"

using namespace xomp;
using namespace xomp::abi_gnu;

namespace {

bool win(team::Worker& me) {
  return win_single(team::team_of(me).loops, team::loops_of(me), team::place_of(me).team_size);
}

}  // namespace

XOMP_EXPORT bool GOMP_single_start() { return win(team::self()); }

// nullptr: the caller executes the region and then calls _end; the others get here what it passes there. The compiled
// code has a barrier after it, so the executing thread's data stay until all have copied.
XOMP_EXPORT void* GOMP_single_copy_start() {
  team::Worker& me = team::self();
  if (win(me)) return nullptr;
  const team::Passage passage = team::pass_barrier(me);
  void* const source = copied_data(team::team_of(me).loops, team::loops_of(me));
  // The region is cancelled, and who has the data may not have come: there is nothing to copy from.
  return passage == team::Passage::complete ? source : nullptr;
}

XOMP_EXPORT void GOMP_single_copy_end(void* data) {
  team::Worker& me = team::self();
  worksharing::TeamLoops& team = team::team_of(me).loops;
  publish_copy(team, team::loops_of(me), data);
  team::barrier(me);
  copied_data(team, team::loops_of(me));  // counts the construct
}

// scope with task reductions: a construct that all threads share, without anything to divide.
XOMP_EXPORT void GOMP_scope_start(std::uintptr_t* reductions) {
  if (reductions == nullptr) return;
  team::Worker& me = team::self();
  LoopParameters nothing = worksharing::LoopParameters{};
  nothing.schedule = &worksharing::schedules::blocks;
  nothing.keeps_record = true;
  begin(me, nothing);
  begin_task_reductions(me, reductions);
}
