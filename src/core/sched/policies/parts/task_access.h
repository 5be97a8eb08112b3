// Tells a queue that links or sorts its items where a task's link and its priority are.
#pragma once

#include "core/task/task.h"

namespace xomp::sched {

struct TaskAccess {
  static atomic<task::Task*>& link(task::Task& t) { return t.next.word(); }
  static int priority(const task::Task& t) { return t.has(task::kPriority) ? t.priority : 0; }
};

}  // namespace xomp::sched
