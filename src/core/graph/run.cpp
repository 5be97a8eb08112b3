// Running tasks, falling idle, and the wait for all tasks of the graph.
#include <algorithm>

#include "core/graph/engine.h"
#include "core/graph/graph.h"
#include "core/graph/policy_queues.h"
#include "core/sched/in_place.h"
#include "core/sched/waiting.h"
#include "core/sleep/shared_fence.h"
#include "platform/clock.h"
#include "platform/cpu.h"
#include "trace/activity.h"

namespace xomp::graph {

namespace {

constexpr std::uint64_t kFirstNap_ns = 100'000, kLongestNap_ns = 32'000'000;
constexpr std::uint64_t kRest_ns = 250'000'000;  // when nothing is left: longer than until a crew ends

// A thread that found a task after a sleep wakes another one if there is more.
[[gnu::noinline, gnu::cold]] void pass_on() {
  if (!the_graph.waking.exchange(false, relaxed)) return;  // a hint
  if (the_graph.sleepers.load(relaxed) != 0 && has_tasks())
    the_graph.idle_event.wake_one();  // a hint, as in queues.cpp
}

// For a thread in wait(): it helps until no task is left.
class Quiescence final : public sched::Waiter {
 public:
  Quiescence(Worker& block) : Waiter(sched::Allowed::none, sched::Wait::tasks), block_(block) {}

  bool is_over(sched::Worker&) override {
    return engine_of(block_).balance.is_idle() && the_graph.termination.is_over();
  }
  bool run_other_work(sched::Worker&) override { return run_tasks(block_); }
  bool is_over_without_tasks(sched::Worker&) override {
    fall_idle(block_);
    return the_graph.termination.is_over();
  }
  void sleep(sched::Worker&, sched::Nap& nap) override {
    const sched::Condition over{[](void*) { return the_graph.termination.is_over(); }, nullptr};
    if (uses_policy()) return search_or_sleep(block_, over, nap);
    sleep_without_tasks(block_, nap_ns_, over);
  }

 private:
  Worker& block_;
  std::uint64_t nap_ns_ = kFirstNap_ns;
};

void wait_in_task(void* block) {
  Worker& me = *static_cast<Worker*>(block);
  Quiescence waiter(me);
  sched::wait(*engine_of(me).worker, waiter);
}

}  // namespace

bool run_tasks(Worker& me) {
  Task* task = me.next;
  me.next = nullptr;
  if (task == nullptr) task = take_task(me);
  if (task == nullptr) return false;
  run_from(me, task);
  return true;
}

void search_or_sleep(Worker& me, sched::Condition over, sched::Nap& nap) {
  if (Task* const task = search_by_policy(me, nap.is_long() ? sched::Effort::utmost : sched::Effort::usual)) {
    nap.restart();
    return run_from(me, task);
  }
  fall_idle(me);
  sleep_by_policy(me, over, nap);
}

void run_from(Worker& me, Task* task) {
  const trace::During working(trace::Activity::working);
  Engine& engine = engine_of(me);
  engine.balance.wake_up(the_graph.termination);    // [TERM-1]
  if (the_graph.waking.load(relaxed)) [[unlikely]]  // a hint
    pass_on();
  ++me.inside;
  do {
    task->run(me, task);
    --me.balance;  // [TERM-1] after all that the task did
    ++me.executed;
    task = me.next;
    if (task != nullptr) {
      me.next = nullptr;
      if (engine.urgent.highest() > task->priority) [[unlikely]] {  // own puts; a thief may have taken it
        if (Task* const more_urgent = engine.urgent.take_above(task->priority)) {
          push(me, task);
          task = more_urgent;
        }
      } else if (task->priority != 0 && uses_policy() && sched::policy->by_priority) [[unlikely]] {
        push(me, task);  // there may be a more urgent one
        task = take_task(me);
      }
    } else {
      task = take_task(me);
    }
  } while (task != nullptr);
  --me.inside;
}

void fall_idle(Worker& me) {
  Engine& engine = engine_of(me);
  if (engine.balance.is_idle()) return;
  send_home(me);
  engine.balance.count(me.balance);
  me.balance = 0;
  if (!engine.balance.fall_idle(the_graph.termination)) return;  // [GRAPH-2] with what this thread's tasks have counted
  platform::fence_seq_cst();                                     // between termination's word and waiters
  if (the_graph.waiters.load(relaxed) == 0) return;
  if (uses_policy()) wake_sleepers_of_policy();
  else the_graph.idle_event.signal();
}

void sleep_without_tasks(Worker& me, std::uint64_t& nap_ns, sched::Condition over) {
  fall_idle(me);
  the_graph.sleepers.fetch_add(1, seq_cst);  // [GRAPH-1]
  const std::uint32_t announced = the_graph.idle_event.announce();
  const bool fenced = sleep::shared_fence.pass();  // [GRAPH-1]
  the_graph.waking.store(false, relaxed);          // a hint
  if (!over.holds(over.argument) && !has_tasks()) {
    // While others are at work they may keep a task to themselves.
    const std::uint64_t rest_ns = fenced && the_graph.termination.is_over() ? kRest_ns : nap_ns;
    const bool is_counted = !engine_of(me).worker->is_root;
    if (is_counted) sleep::Present::leave();
    const auto result = the_graph.idle_event.sleep(announced, rest_ns);
    if (is_counted) sleep::Present::enter();
    nap_ns = result == platform::WaitResult::timed_out ? std::min(2 * nap_ns, kLongestNap_ns) : kFirstNap_ns;
  }
  the_graph.sleepers.fetch_sub(1, relaxed);  // only the number counts
}

bool wait() {
  Worker& me = self();
  if (me.inside != 0) return false;
  ensure_crew();
  Engine& engine = engine_of(me);
  engine.waits = true;
  the_graph.waiters.fetch_add(1, seq_cst);  // before the looks at termination's word
  engine.balance.wake_up(the_graph.termination);
  if (uses_policy()) take_seat(me, 0);
  sched::run_in_task(*engine.worker, wait_in_task, &me);
  leave_seat(me);
  fall_idle(me);
  rest_memory(me);
  the_graph.waiters.fetch_sub(1, relaxed);  // only the number counts
  engine.waits = false;
  return true;
}

std::size_t stack_left(Worker& me) {
  const std::uintptr_t here = platform::stack_address();
  const std::uintptr_t limit = engine_of(me).worker->stack_limit;
  return here > limit ? here - limit : 0;
}

}  // namespace xomp::graph
