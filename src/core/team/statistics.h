// What the threads and tasks of the process did, printed when it ends (XOMP_STATS, `xomp run --stats`).
#pragma once

#include "core/team/team.h"

namespace xomp::team {

// At start, if they were asked for.
void start_statistics();

// The calling thread now is `me`, at `first`; it no longer is.
inline void start_clock(Worker& me, trace::Activity first) {
  if (!trace::measures) return;
  me.clock.start(first);
  trace::own_clock = &me.clock;
}
inline void stop_clock() {
  if (trace::own_clock == nullptr) return;
  trace::own_clock->stop();
  trace::own_clock = nullptr;
}

// The team's region has ended. By its primary: the others may still be on their way out, but change their counts of
// tasks in the next region only.
void count_tasks(const Team& team);

// fork()'s child starts from nothing.
void forget_statistics();

}  // namespace xomp::team
