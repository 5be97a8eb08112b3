// What the threads and tasks of the process did. It is printed when the process ends (XOMP_STATS, `xomp run --stats`).
#pragma once

#include "core/team/team.h"
#include "trace/recorder.h"

namespace xomp::team {

// Called at start; does something only if statistics were asked for.
void start_statistics();

// start_clock() is called when the thread becomes `me`, and does `first` now. stop_clock() is called when it is `me` no
// longer.
inline void start_clock(Worker& me, trace::Activity first) {
  if (trace::records_states()) trace::begin_lane(me.is_root);
  if (!trace::measures) return;
  me.clock.start(first);
  trace::own_clock = &me.clock;
}
inline void stop_clock() {
  if (trace::records_states()) trace::end_lane();
  if (trace::own_clock == nullptr) return;
  trace::own_clock->stop();
  trace::own_clock = nullptr;
}

// Called by the primary when the team's region has ended. The others may still be on their way out, but they change
// their counts of tasks in the next region only.
void count_tasks(const Team& team);

// Called when the process ends, so that the trace is completed, if there is one.
void finish_trace();

// Prints what graph tasks have done, and says whether there were any. Set by core/graph, with statistics only.
extern bool (*report_graphs)();

// Called in fork()'s child, because it counts from nothing.
void forget_statistics();

}  // namespace xomp::team
