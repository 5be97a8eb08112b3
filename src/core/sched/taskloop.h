// taskloop: one loop cut into many tasks. Called by the thread that encounters the construct; when there are many
// tasks, other threads help to create them.
//
// A piece of at most kLeaves tasks is created task by task. A longer one gives its second half to a new task, the
// splitter, and goes on with the first. So thieves take halves of the loop, and no producer is a bottleneck. As long as
// tasks enough wait for thieves, the tasks of a piece need not be deferred.
// A splitter's tasks are its children. It waits for them, so a task that waits for the splitter has waited for all.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/sched/spawn.h"

namespace xomp::sched {

// Which iterations each task gets, numbered from 0: `grain` each, and the first `extras` tasks one more.
struct TaskloopShape {
  std::uint64_t trip;
  std::uint64_t tasks;
  std::uint64_t grain;
  std::uint64_t extras;

  std::uint64_t begin(std::uint64_t task) const { return task * grain + (task < extras ? task : extras); }
  std::uint64_t end(std::uint64_t task) const { return task + 1 == tasks ? trip : begin(task + 1); }
};
TaskloopShape shape_by_tasks(std::uint64_t trip, std::uint64_t tasks);
TaskloopShape shape_by_grain(std::uint64_t trip, std::uint64_t grain);         // each from grain to 2 * grain - 1
TaskloopShape shape_by_strict_grain(std::uint64_t trip, std::uint64_t grain);  // all but the last exactly grain
TaskloopShape shape_by_default(std::uint64_t trip, int threads);

// What the tasks are made from. It has memory of its own (make_taskloop) and counts its users, because splitters may
// outlive the call.
struct Taskloop {
  Task* (*make)(Worker& me, Taskloop& loop, std::uint64_t task);  // creates one task, not yet handed over; any thread
  // Runs tasks one after another: the first in any case, the next as long as has_enough(). Returns the number of the
  // one after them. Any thread. nullptr: `make` makes them one by one.
  std::uint64_t (*run_at_once)(Worker& me, Taskloop& loop, std::uint64_t first, std::uint64_t end);
  void (*dispose)(Worker& me, Taskloop& loop);  // called by the last user; or nullptr
  TaskloopShape shape;
  atomic<std::int32_t> users;  // the call and the splitters under way; the last one to leave frees it
  bool undeferred;
  // The data environments are copies of the encountering thread's variables. The call itself must make all of them
  // before the first body runs.
  bool copies_at_once;
  std::uint32_t splitter_flags;  // priority, as the tasks have
  std::int32_t priority;
};

// `bytes`: of the whole object that begins with a Taskloop. Zeroed, with one user.
Taskloop* make_taskloop(Worker& me, std::size_t bytes);
// Creates the tasks. The memory is given back now, or when the last splitter has ended.
void run_taskloop(Worker& me, Taskloop* loop);

}  // namespace xomp::sched
