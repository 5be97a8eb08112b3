// The barriers with tasks in them: BARRIER-2 (core/team/PROTOCOL.md), TREE-1, TREE-2, TREE-3, TREE-4
// (core/barrier/PROTOCOL.md).
#include "core/barrier/tree_barrier.h"

#include "core/sleep/event_word.h"
#include "models/explore/model.h"

namespace xomp::models {
namespace {

// Two barriers in a row; the task that thread 0 leaves in the first creates another one.
// All are over when a barrier is.
template <int kThreads>
struct Tree {
  static constexpr int threads = kThreads;
  barrier::TreeBarrier barrier;
  barrier::TreeBarrier::Seat seats[kThreads];
  barrier::TreeBarrier::Group groups[4];
  atomic<int> bag[2] = {}, unfinished{0};
  sleep::EventWord event;
  int before[kThreads] = {};
  Ledger tasks;

  Tree() { barrier.set_memory(barrier::TreeShape(2), kThreads, seats, groups); }

  struct Waiter {
    Tree& tree;
    barrier::Meanwhile meanwhile(const barrier::Arrival& me) {
      if (tree.run_one()) return barrier::Meanwhile::busy;
      const std::uint32_t announced = tree.event.announce();
      if (tree.has_task() || tree.barrier.is_over(me) || tree.barrier.has_news(me, *this))
        return barrier::Meanwhile::impatient;
      tree.event.sleep(announced);
      return barrier::Meanwhile::impatient;
    }
    bool quiescent() { return tree.unfinished.load(acquire) == 0; }
    bool given_up() { return false; }
    void completed() { tree.event.signal(); }
  };
  void create(int task) {
    unfinished.fetch_add(1, relaxed);
    bag[task].store(1, release);
    event.signal();
  }
  bool has_task() const { return bag[0].load(acquire) == 1 || bag[1].load(acquire) == 1; }
  bool run_one() {
    for (int task = 0; task < 2; ++task) {
      int there = 1;
      if (bag[task].load(relaxed) != 1 || !bag[task].compare_exchange_strong(there, 0, acquire, relaxed)) continue;
      tasks.enter_once(task, "a task runs once");
      if (task == 0) create(1);
      unfinished.fetch_sub(1, acq_rel);
      return true;
    }
    return false;
  }
  void pass(int thread) { barrier.pass(static_cast<std::uint32_t>(thread), kThreads, Waiter{*this}); }
  void run(int thread) {
    if (thread == 0) create(0);
    before[thread] = 1;
    pass(thread);
    require(tasks.sum() == 2, "complete when no task is left");
    for (const int b : before) require(b == 1, "what all did before is seen");
    pass(thread);
    before[thread] = 2;
  }
};
const Registered<Tree<2>> tree_two("tree-2", "complete when all have arrived and no task is left, and all pass",
                                   {.departures = 3, .departures_long = 4});
const Registered<Tree<3>> tree_three("tree-3", "the same with two levels",
                                     {.departures = 1, .departures_long = 2, .random = 10000});

}  // namespace
}  // namespace xomp::models
