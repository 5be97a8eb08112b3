// A team as a scheduling policy sees it, for tasks of front ends: policy_queues.cpp has one for the graph's crew, view_policy.cpp
// one for each view.
//
// The team's threads are seats. A thread of the pool that has a seat visits the team for one call of the policy; what it
// runs then, it runs in the team where it was. For each queued task the policy sees a descriptor, which lives until a
// thread has taken it.
#pragma once

#include <cstdint>

#include "core/graph/engine.h"
#include "core/sched/worker.h"

namespace xomp::graph {

struct PolicySeat {
  sched::TeamThread thread;
  alignas(platform::cache_line) atomic<bool> taken{false};  // [VISIT-1] of the graph's crew
};

// Never destroyed, as a late thread may look into it.
struct PolicyTeam {
  sched::TeamTasks team;
  PolicySeat* all = nullptr;
  int count = 0;
};

// `worker` stands for the threads of all seats until these come.
PolicyTeam* make_policy_team(int seats, sched::Worker& worker);

// The calling thread is in the policy's team as long as this lives.
class Visit {
 public:
  Visit(sched::Worker& me, sched::TeamThread& seat) : me_(me), thread_(me.thread), current_(me.current) {
    me_.thread = &seat;
    me_.current = &seat.implicit;
  }
  ~Visit() {
    me_.thread = thread_;
    me_.current = current_;
  }
  Visit(const Visit&) = delete;
  Visit& operator=(const Visit&) = delete;

 private:
  sched::Worker& me_;
  sched::TeamThread* const thread_;
  task::Task* const current_;
};

// A descriptor for the task. `count`: how many the caller has made.
task::Task* describe(sched::Worker& me, std::uint32_t& count, Task* task, std::int32_t seat);
// The task that the descriptor stands for, which the caller has taken; nullptr for nullptr.
Task* described(sched::Worker& me, task::Task* descriptor);
// Gives it to the policy, or puts it aside if that has no room or does not sort by priority. In a visit.
void put_described(sched::Worker& me, const Task* task, task::Task* descriptor);

}  // namespace xomp::graph
