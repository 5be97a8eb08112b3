// The identity under which the calling task holds nest locks (OpenMP 5.2: the owner is the task region).
#pragma once

#include "core/sync/nest_lock.h"
#include "core/team/team.h"

namespace xomp::team {

inline sync::NestOwner current_owner() { return sync::NestOwner(self().current); }

}  // namespace xomp::team
