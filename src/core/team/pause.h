// omp_pause_resource: threads that wait for the caller's next region go back to the pool.
#pragma once

#include "core/team/team.h"

namespace xomp::team {

// False in a parallel region, where threads cannot be given back. A later region takes threads as the first one did.
inline bool try_pause(Worker& me) {
  if (team_of(me).level != 0) return false;
  if (Team* kept = thread_of(me).kept_team) dismiss_threads(*kept, 1);
  return true;
}

}  // namespace xomp::team
