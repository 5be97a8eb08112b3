// taskgraph (OpenMP 6.0, section 14.3): a region whose tasks are recorded the first time and replayed from then on. The thread that
// encounters the region calls taskgraph(). While it records, the functions that make tasks tell of each task that the encountering task
// itself makes; tasks that those make belong to their bodies, and are made anew in each run.
//
// A region is not recorded, and its code runs each time, where a run could not do the same: while a tool or a trace follows tasks, in
// fork()'s child of a team, under a memory checker, and if the region makes a task with an event, one that takes part in a task reduction, or
// one with objects that the compiled code says nothing about how to copy.
#pragma once

#include "core/sched/worker.h"
#include "core/task/recorded_graph.h"
#include "core/task/task.h"

namespace xomp::sched {

using task::Task;

// What a region is known by: a word of the program, nullptr at first, and a number.
struct TaskgraphKey {
  void** handle;
  std::uint64_t id;
};
struct TaskgraphClauses {
  bool resets;   // graph_reset: forget what was recorded
  bool nogroup;  // does not wait for the tasks of a run
};

// Runs the region, or the tasks that were recorded of it. Two threads may do so at once, each has a run of its own.
void taskgraph(Worker& me, TaskgraphKey key, TaskgraphClauses clauses, void (*region)(void*), void* argument);
// Forgets all graphs of that word. Runs that are under way go on.
void forget_taskgraphs(Worker& me, void** handle);

// ---- for the functions that make tasks and wait; cold, because all test `recording` first ----

// A recording under way, in a list of its worker, because tasks that a wait runs in between may record, too.
struct Recording;

// The recording of the current task's own region, or nullptr.
[[gnu::cold, gnu::noinline]] Recording* own_recording(Worker& me);
inline bool is_recorded(Worker& me) { return me.recording != nullptr && own_recording(me) != nullptr; }

// A new task without dependences, before it is handed over. Returns whether it must run before its creator goes on.
[[gnu::cold, gnu::noinline]] bool record_task(Worker& me, Task* t);
// Says how the objects of the next task are copied.
[[gnu::cold, gnu::noinline]] void record_clone(Worker& me, task::CloneData clone);
// The current task makes a task that must run before it goes on, or waits for tasks.
[[gnu::cold, gnu::noinline]] void record_undeferred(Worker& me);
[[gnu::cold, gnu::noinline]] void record_wait(Worker& me);
// The current task does something that no run can do again.
[[gnu::cold, gnu::noinline]] void break_recording(Worker& me);

// A new task with dependences, before it is handed over; nullptr: no graph takes it.
[[gnu::cold, gnu::noinline]] task::GraphRecorder* record_dependent(Worker& me, Task* t);

}  // namespace xomp::sched
