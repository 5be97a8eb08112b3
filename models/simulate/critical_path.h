// How much parallelism a run's tasks have: their work, and the longest path through it. Known without the machine: a
// task's path begins where its creator was, or its latest predecessor ended, and grows by its own work; a wait goes on
// where the last child ended. Called by programs through tasks.h; takes no virtual time.
#pragma once

#include "models/simulate/virtual_thread.h"

namespace xomp::simulate {

// A task is named by the place of its data from its creation until its body begins.
void path_created(const void* task);
// The task has a dependence. So it begins behind the last one that wrote there, and, if it writes there itself, behind
// all that read since.
void path_depends(const void* task, const void* address, bool writes);
// These stand around the task's body. Each task waits for its children before it ends.
void path_begun(const void* task);
void path_ended();
// In a scope in which the engine may run other tasks, on this stack or on another one. Afterwards the task goes on in
// which the scope began.
class PathElsewhere {
 public:
  PathElsewhere();
  ~PathElsewhere();
  PathElsewhere(const PathElsewhere&) = delete;
  PathElsewhere& operator=(const PathElsewhere&) = delete;

 private:
  void* strand_;
};
// The running task has waited for its children.
void path_waited();
// It has worked for so long.
void path_worked(Picoseconds time);

// Everything since forget_path(). A greedy schedule on n workers that costs nothing takes at most
// work / n + longest (n - 1) / n (Graham 1969).
struct Path {
  Picoseconds work = 0, longest = 0;
};
Path longest_path();
void forget_path();

}  // namespace xomp::simulate
