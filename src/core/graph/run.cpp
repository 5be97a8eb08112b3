// Running tasks, falling idle, and the wait for all tasks of a group.
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
#include "trace/recorder.h"

namespace xomp::graph {

namespace {

constexpr std::uint64_t kFirstNap_ns = 100'000, kLongestNap_ns = 32'000'000;
constexpr std::uint64_t kRest_ns = 250'000'000;  // when nothing is left: longer than until a crew ends

// A thread that found a task after a sleep wakes another one if there is more.
[[gnu::noinline, gnu::cold]] void pass_on(Worker& me) {
  if (!the_graph.waking.exchange(false, relaxed)) return;  // a hint
  if (the_graph.sleepers.load(relaxed) != 0 && has_tasks(engine_of(me)))
    the_graph.idle_event.wake_one();  // a hint, as in queues.cpp
}

// For a thread in wait(): it helps until no task is left.
class Quiescence final : public sched::Waiter {
 public:
  Quiescence(Worker& block) : Waiter(sched::Allowed::none, sched::Wait::tasks), block_(block) {}

  bool is_over(sched::Worker&) override {
    return engine_of(block_).balance.is_idle() && is_wait_over(engine_of(block_));
  }
  bool run_other_work(sched::Worker&) override { return run_tasks(block_); }
  bool is_over_without_tasks(sched::Worker&) override {
    fall_idle(block_);
    return is_wait_over(engine_of(block_));
  }
  void sleep(sched::Worker&, sched::Nap& nap) override {
    const sched::Condition over{[](void* engine) { return is_wait_over(*static_cast<Engine*>(engine)); },
                                &engine_of(block_)};
    if (uses_policy()) return search_or_sleep(block_, over, nap);
    sleep_without_tasks(block_, nap_ns_, over);
  }

 private:
  Worker& block_;
  std::uint64_t nap_ns_ = kFirstNap_ns;
};

[[gnu::noinline]] Task* more_urgent(Worker& me, Task* task) {
  Task* const urgent = engine_of(me).urgent.take_above(task->priority);
  if (urgent == nullptr) return task;
  push(me, task);
  return urgent;
}

// `task` is of another group than the last one. Returns what the thread runs next, if anything.
[[gnu::noinline, gnu::cold]] Task* change_group(Worker& me, Task* task) {
  Engine& engine = engine_of(me);
  if (engine.waits_for != kAllGroups && task->flags != engine.waits_for) {  // it was more urgent
    put_aside(task);
    return take_task(me);
  }
  enter_group(me, task->flags);
  me.group = task->flags;
  return task;
}

void wait_in_task(void* block) {
  Worker& me = *static_cast<Worker*>(block);
  Quiescence waiter(me);
  sched::wait(*engine_of(me).worker, waiter);
}

}  // namespace

void wait_as(Worker& me, void (*in_task)(void*), void* argument) {
  ensure_crew();
  Engine& engine = engine_of(me);
  engine.waits = true;
  the_graph.waiters.fetch_add(1, seq_cst);  // before the looks at termination's words
  if (uses_policy()) take_seat(me, 0);
  sched::run_in_task(*engine.worker, in_task, argument);
  leave_seat(me);
  fall_idle(me);
  the_graph.waiters.fetch_sub(1, relaxed);  // only the number counts
  engine.waits = false;
}

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

namespace {

// The tasks from `task` on; a recorded one tells its name when it has run, since count() has left that in `me`.
template <bool kRecords>
void run_chain(Worker& me, Task* task) {
  Engine& engine = engine_of(me);
  enter_group(me, task->flags);
  if (the_graph.waking.load(relaxed)) [[unlikely]]  // a hint
    pass_on(me);
  ++me.inside;
  const std::uint16_t group_before = me.group;
  me.group = task->flags;
  do {
    if constexpr (kRecords) {
      me.name = 0;
      trace::record_graph_task(true, 0);
    }
    task->run(me, task);
    if constexpr (kRecords) trace::record_graph_task(false, me.name);
    --me.balance;  // [TERM-1] after all that the task did
    ++me.executed;
    task = me.next;
    if (task != nullptr) {
      me.next = nullptr;
      if (engine.urgent.highest() > task->priority) [[unlikely]] {  // own puts; a thief may have taken it
        task = more_urgent(me, task);
      } else if (task->priority != 0 && uses_policy() && sched::policy->by_priority) [[unlikely]] {
        push(me, task);  // there may be a more urgent one
        task = take_task(me);
      } else {
        continue;  // of the same group
      }
    } else {
      task = take_task(me);
    }
    if (task != nullptr && task->flags != me.group) [[unlikely]]
      task = change_group(me, task);
  } while (task != nullptr);
  me.group = group_before;
  --me.inside;
}

}  // namespace

void run_from(Worker& me, Task* task) {
  const trace::During working(trace::Activity::working);
  if (trace::records_tasks()) [[unlikely]]
    return run_chain<true>(me, task);
  run_chain<false>(me, task);
}

void fall_idle(Worker& me) {
  if (engine_of(me).balance.is_idle()) return;
  send_home(me);
  leave_group(me);
}

void sleep_without_tasks(Worker& me, std::uint64_t& nap_ns, sched::Condition over, std::uint64_t longest_ns) {
  fall_idle(me);
  the_graph.sleepers.fetch_add(1, seq_cst);  // [GRAPH-1]
  const std::uint32_t announced = the_graph.idle_event.announce();
  const bool fenced = sleep::shared_fence.pass();  // [GRAPH-1]
  the_graph.waking.store(false, relaxed);          // a hint
  if (!over.holds(over.argument) && !has_tasks(engine_of(me))) {
    // While others are at work they may keep a task to themselves.
    const std::uint64_t rest_ns = std::min(longest_ns, fenced && the_graph.terminations.all_over() ? kRest_ns : nap_ns);
    const bool is_counted = !engine_of(me).worker->is_root;
    if (is_counted) sleep::Present::leave();
    const auto result = the_graph.idle_event.sleep(announced, rest_ns);
    if (is_counted) sleep::Present::enter();
    nap_ns = result == platform::WaitResult::timed_out ? std::min(2 * nap_ns, kLongestNap_ns) : kFirstNap_ns;
  }
  the_graph.sleepers.fetch_sub(1, relaxed);  // only the number counts
}

bool wait(std::uint32_t group) {
  Worker& me = self();
  if (me.inside != 0) return false;
  Engine& engine = engine_of(me);
  engine.waits_for = group;
  do {
    if (!engine.balance.is_idle() || !is_wait_over(engine)) wait_as(me, wait_in_task, &me);
    if (group == kAllGroups) break;
    enter_group(me, group);  // tasks that are submitted from now on see what the caller has done
    leave_group(me);
  } while (!is_wait_over(engine));
  rest_memory(me);
  engine.waits_for = kAllGroups;
  return true;
}

std::size_t stack_left(Worker& me) {
  const std::uintptr_t here = platform::stack_address();
  const std::uintptr_t limit = engine_of(me).worker->stack_limit;
  return here > limit ? here - limit : 0;
}

}  // namespace xomp::graph
