// The identity under which the calling task holds nest locks (OpenMP 5.2: the owner is the task region).
#pragma once

#include "core/sched/spawn.h"
#include "core/sync/nest_lock.h"
#include "core/team/team.h"

namespace xomp::team {

inline sync::NestOwner current_owner() {
  sched::Worker& me = self();
  if (me.current->has(task::kOnStack)) sched::make_known(me);  // or it would move while it holds the lock
  return sync::NestOwner(me.current);
}

}  // namespace xomp::team
