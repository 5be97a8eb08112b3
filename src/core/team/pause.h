// omp_pause_resource: the threads that wait for the caller's next region, and those that wait for anybody, end.
#pragma once

#include "core/team/pool.h"
#include "core/team/team.h"

namespace xomp::team {

// False in a parallel region, where threads cannot be given back. A later region gets new threads.
inline bool try_pause(Worker& me) {
  if (team_of(me).level != 0) return false;
  if (Team* kept = thread_of(me).kept_team) end_threads(*kept);
  end_idle_workers();
  return true;
}

}  // namespace xomp::team
