// taskloop: one loop cut into many tasks. Called by the thread that encounters the construct; when there are many
// tasks, other threads help to create them.
//
// A thread has a range of tasks, which nobody else knows, and runs them in place, one after another. What it hands over
// waits for thieves as one task, the splitter. A thread that takes a splitter has a range of its own, and does the same.
// A thread hands over half of what it has left when a thief asks, when nothing waits for thieves, and when it has more than it will run in
// some microseconds. So thieves take halves, and no producer is a bottleneck. Thieves find splitters also while their owner is
// inside a long task. Short tasks cost no splitters, and what is done sooner than shared stays with its thread.
// If the program does not say how many tasks it wants, and a task needs no memory, a range's tasks get longer as long as
// they are short. Else the loop is cut into a fixed number of tasks.
// A splitter's tasks are its children. It waits for them, so a task that waits for the splitter has waited for all.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/sched/spawn.h"
#include "platform/clock.h"

namespace xomp::sched {

// Which iterations each task gets, numbered from 0: `grain` each, and the first `extras` tasks one more.
struct TaskloopShape {
  std::uint64_t trip;
  std::uint64_t tasks;
  std::uint64_t grain;
  std::uint64_t extras;
  bool is_free = false;  // the program does not say how many tasks there are (shape_by_default)

  std::uint64_t begin(std::uint64_t task) const { return task * grain + (task < extras ? task : extras); }
  std::uint64_t end(std::uint64_t task) const { return task + 1 == tasks ? trip : begin(task + 1); }
};
TaskloopShape shape_by_tasks(std::uint64_t trip, std::uint64_t tasks);
TaskloopShape shape_by_grain(std::uint64_t trip, std::uint64_t grain);         // each from grain to 2 * grain - 1
TaskloopShape shape_by_strict_grain(std::uint64_t trip, std::uint64_t grain);  // all but the last exactly grain
TaskloopShape shape_by_default(std::uint64_t trip, int threads);

// Tasks [begin, end) of a shape. So many at a time are one task for the program; the last one may be shorter.
struct TaskRange {
  std::uint64_t begin;
  std::uint64_t end;
  std::uint64_t together;

  std::uint64_t after(std::uint64_t task) const { return end - task > together ? task + together : end; }
};

// Until when a thread goes on with the tasks of a range.
struct Patience {
  const atomic<std::uint32_t>& request;  // not 0: a thief asks, and the thread has other things to do than tasks
  std::uint64_t until;                   // in ticks: before, it goes on though

  bool is_over() const { return request.load(relaxed) != 0 && platform::ticks() >= until; }  // hint
};

// A larger record of a task is not kept on the stack of the thread that runs tasks at once, in bytes.
inline constexpr std::size_t kMostOnStack = 256;

// What the tasks are made from. It has memory of its own (make_taskloop) and counts its users, because splitters may
// outlive the call.
struct Taskloop {
  Task* (*make)(Worker& me, Taskloop& loop, std::uint64_t task);  // creates one task, not yet handed over; any thread
  // Runs tasks one after another: the first in any case, the next until the thread's patience is over. Returns the number of the one
  // after them. Any thread. nullptr: `make` makes them one by one.
  std::uint64_t (*run_at_once)(Worker& me, Taskloop& loop, TaskRange range, const Patience& patience);
  void (*dispose)(Worker& me, Taskloop& loop);  // called by the last user; or nullptr
  TaskloopShape shape;
  atomic<std::int32_t> users;  // the call and the splitters under way; the last one to leave frees it
  atomic<std::uint64_t> pace;  // so many tasks lasted some microseconds. A hint; each thread of the loop writes it
  atomic<std::uint64_t> ticks_per_kilo;  // how long 1024 tasks would have taken lately. As `pace`; 0 = not known yet
  std::uint64_t most_together;           // iterations of a task, if the engine chooses their number; else 1
  std::uint64_t shares_from;             // in ticks: before, `starter` serves nobody (taskloop.cpp)
  std::int32_t starter;                  // the worker that encountered the loop
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
