// Stands in for src/core/sched/recorded.h: a simulation writes no trace.
#pragma once

#include "core/sched/told_to_tool.h"

namespace xomp::sched {

struct Recorded : ToldToTool {
  static void taskwait(Worker&, const void*) {}
};

}  // namespace xomp::sched
