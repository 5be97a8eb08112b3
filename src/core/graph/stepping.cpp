// Groups that get tasks from outside of the process as well: the wait for one, and what idle threads call meanwhile.
#include <utility>

#include "core/graph/engine.h"
#include "core/graph/graph.h"
#include "core/graph/policy_queues.h"
#include "core/sched/waiting.h"
#include "platform/thread.h"

namespace xomp::graph {

namespace {

// For a thread in wait_by_steps(): it helps, and looks outside when it finds no task.
class Stepping final : public sched::Waiter {
 public:
  Stepping(Worker& block, Step step, void* argument)
      : Waiter(sched::Allowed::none, sched::Wait::tasks), block_(block), step_(step), argument_(argument) {}

  void run() { sched::wait(*engine_of(block_).worker, *this); }

  bool is_over(sched::Worker&) override { return is_over_; }
  bool run_other_work(sched::Worker&) override {
    if (run_tasks(block_)) return restart();
    fall_idle(block_);
    const StepResult result = step_(argument_);
    const bool was_under_way = std::exchange(is_under_way_, result == StepResult::under_way);
    switch (result) {
      // The end of a transfer lets others go on, whose answer is soon there: the time that it took is no part of that wait.
      case StepResult::nothing: return was_under_way && restart();
      case StepResult::under_way: return false;
      case StepResult::progress: return restart();
      case StepResult::over: is_over_ = true;
    }
    return true;
  }
  // A thread that helps a transfer only gives way: a nap would be longer than what is left to do.
  void sleep(sched::Worker&, sched::Nap& nap) override {
    if (is_under_way_) return platform::yield_processor();
    const sched::Condition never{[](void*) { return false; }, nullptr};
    std::uint64_t ns = nap_.next_ns();
    nap.set_limit(ns);
    if (uses_policy()) return search_or_sleep(block_, never, nap);
    sleep_without_tasks(block_, ns, never, ns);
  }

 private:
  bool restart() {
    nap_.restart();
    return true;
  }

  Worker& block_;
  const Step step_;
  void* const argument_;
  bool is_over_ = false, is_under_way_ = false;
  OutsideNap nap_;
};

}  // namespace

bool wait_by_steps(std::uint32_t group, Step step, void* argument) {
  Worker& me = self();
  if (me.inside != 0) return false;
  Engine& engine = engine_of(me);
  engine.waits_for = group;
  Stepping waiter(me, step, argument);
  wait_as(me, [](void* stepping) { static_cast<Stepping*>(stepping)->run(); }, &waiter);
  rest_memory(me);
  engine.waits_for = kAllGroups;
  return true;
}

bool add_look(Step look, void* argument) { return the_graph.outside.add(look, argument); }
void remove_look(Step look, void* argument) { the_graph.outside.remove(look, argument); }

bool is_quiet(std::uint32_t group) { return the_graph.terminations[group].is_over(); }

}  // namespace xomp::graph
