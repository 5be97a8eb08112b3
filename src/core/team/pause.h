// omp_pause_resource: the threads that wait for the caller's next region, and those that wait for anybody, end.
#pragma once

#include "core/team/pool.h"
#include "core/team/team.h"

namespace xomp::team {

// False in a parallel region, where threads cannot be given back. A later region gets new threads.
inline bool try_pause(Worker& me) {
  if (team_of(me).level != 0) return false;
  end_threads(thread_of(me));
  end_idle_workers();
  return true;
}

}  // namespace xomp::team
