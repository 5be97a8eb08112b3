// What a thread does on a seat: it runs tasks, looks for more, waits for some, and gets up when there are none.
#include <algorithm>
#include <utility>

#include "core/graph/by_policy.h"
#include "core/graph/graph.h"
#include "core/graph/groups.h"
#include "core/graph/lending.h"
#include "core/sched/execute.h"
#include "core/sleep/patience.h"
#include "core/sleep/shared_fence.h"
#include "platform/cpu.h"
#include "platform/thread.h"

namespace xomp::graph {

namespace {

constexpr std::uint64_t kFirstNap_ns = 50'000, kLongestNap_ns = 500'000;
constexpr std::uint32_t kLooksAtWork = 8;  // a thread that finds a task soon again does not touch its group's word

bool is_crowded() { return the_pool.active.load(relaxed) > processors(); }

// How long a thread without tasks looks for some before it gets up. Nothing is learnt.
sleep::WaitHistory idle_history() {
  const std::uint32_t poll_ns = is_crowded() ? 5'000 : 30'000;
  return {.least_ns = poll_ns, .budget_ns = poll_ns, .load = {}};
}

Task* take_next(Seat& me) {
  if (Task* const task = me.next) {
    me.next = nullptr;
    return task;
  }
  return take_own(me);
}

// A task of this seat's own, after what the thread owes has been settled.
Task* take_settled(Seat& me) {
  for (;;) {
    if (Task* const task = take_next(me)) return task;
    if (me.owed == 0) return nullptr;
    me.view->hooks.settle(me);
  }
}

// What the thread here may run, if anything.
Task* find_task(Seat& me, Search& search) {
  Task* task = take_settled(me);
  if (task == nullptr) task = take_others(me, search);
  return me.view->counts ? sift(me, task) : task;
}

// Runs the task, and what comes after it on this seat.
void run_on(Seat& me, Task* task) {
  if (me.view->counts) return run_counted(me, task);
  do {
    run(me, task);
  } while ((task = take_next(me)) != nullptr);
}

class Help {
 public:
  Help(Seat& me, bool (*is_over)(void*), void* argument, Wait how, Step step, void* step_argument)
      : me_(me),
        is_over_(is_over),
        argument_(argument),
        how_(how),
        step_(step),
        step_argument_(step_argument),
        works_(how != Wait::sits) {}

  void run() {
    sleep::Patience patience(worker_of(me_).waits(sched::Wait::tasks));
    patience.check_seldom();
    while (!ended_ && !is_over_(argument_)) {
      if (works_ ? run_task() || look_outside() : ends_soon()) {
        nap_ns_ = kFirstNap_ns;
        outside_nap_.restart();
        patience.restart();
        continue;
      }
      if (works_ && (patience.step() != sleep::Step::sleep || !search_.has_raided())) continue;
      if (state_of(me_).has_lost && is_lost()) [[unlikely]]
        break;
      sleep();
      search_ = {};
    }
    leave_nothing();
    patience.finish();
  }

 private:
  bool run_task() {
    Task* const task = find_task(me_, search_);
    if (task == nullptr) return false;
    search_.looks = 0;
    if (me_.view->counts) run_counted(me_, task);
    else if (is_over_(argument_)) push(me_, task);  // what was settled may have been waited for
    else xomp::graph::run(me_, task);
    return true;
  }

  // The thread has found no task. Whether it has found something outside of the process.
  bool look_outside() {
    if (!me_.view->counts) return false;
    fall_idle(me_);
    if (step_ == nullptr) return false;
    const StepResult result = step_(step_argument_);
    const bool was_under_way = std::exchange(is_under_way_, result == StepResult::under_way);
    ended_ = result == StepResult::over;
    // The end of a transfer lets others go on, whose answer is soon there: the time that it took is no part of that wait.
    return result == StepResult::nothing ? was_under_way : result != StepResult::under_way;
  }

  // A thread that helps a transfer only gives way: a nap would be longer than what is left to do.
  void sleep() {
    leave_nothing();
    if (is_under_way_) return platform::yield_processor();
    SeatState& state = state_of(me_);
    const bool is_picky = me_.view->counts && leaves_tasks_to_others(me_);
    me_.asleep.store(1, seq_cst);  // [VIEW-1] [GRAPH-1]
    leave_for_sleep(me_, !is_picky);
    leave_view_team(me_);
    const bool naps_first = may_be_held();  // [VIEW-4]
    bool fenced = false;
    for (bool is_first = true;; is_first = false) {
      const std::uint32_t announced = state.event.announce();
      if (is_first) fenced = sleep::shared_fence.pass();  // [VIEW-2]
      if (is_first) lend_where_tasks_wait();  // [VIEW-2] other views' tasks; this thread makes room for them
      if (is_over_(argument_)) break;         // [VIEW-1]
      const bool looks = naps_first ? !is_first : is_first || !fenced || is_picky;
      if (looks && how_ != Wait::sits && has_tasks_here()) break;  // [VIEW-2]
      const bool naps = !fenced || is_picky || (naps_first && is_first && has_tasks_here());
      if (state.event.sleep(announced, nap_limit_ns(naps)) != platform::WaitResult::timed_out) break;
      if (step_ != nullptr || serve_in_need(me_)) break;
      nap_ns_ = std::min(nap_ns_ + nap_ns_ / 4, kLongestNap_ns);
    }
    works_ = return_from_sleep(me_, !is_picky) || how_ != Wait::sits;
    me_.asleep.store(0, relaxed);  // nobody waits any longer
  }

  // 0: until it is woken.
  std::uint64_t nap_limit_ns(bool naps) {
    if (step_ != nullptr) return outside_nap_.next_ns();
    return how_ != Wait::told ? nap_ns_ : naps ? kNap_ns : 0;
  }
  bool has_tasks_here() { return me_.view->counts ? has_tasks_for(me_) : has_tasks(*me_.view); }

  // In fork()'s child: the tasks that would end the wait were other threads'. Those that wait otherwise look again and again.
  bool is_lost() {
    leave_nothing();
    return how_ == Wait::told && waits_for_lost(me_) && !is_over_(argument_);
  }

  // What is waited for may be short and have a thread already.
  bool ends_soon() {
    constexpr int kPolls = 64;
    leave_nothing();
    for (int i = 0; i < kPolls; ++i) {
      if (is_over_(argument_)) return true;
      platform::cpu_relax();
    }
    return false;
  }

  // What the thread owes or keeps to itself would wait as long as what it goes back to takes.
  void leave_nothing() {
    while (me_.owed != 0) me_.view->hooks.settle(me_);
    if (Task* const task = me_.next) {
      me_.next = nullptr;
      push(me_, task);
    }
  }

  Seat& me_;
  bool (*const is_over_)(void*);
  void* const argument_;
  const Wait how_;
  const Step step_;
  void* const step_argument_;
  bool works_, ended_ = false, is_under_way_ = false;
  Search search_;
  std::uint64_t nap_ns_ = kFirstNap_ns;
  OutsideNap outside_nap_;
};

// [VIEW-5] Whether the thread here is the inbox's looker. It owes nothing meanwhile, and runs nothing.
class Looker {
 public:
  explicit Looker(View& view) : view_(view) {}
  void start() {
    if (!looks_ && view_.wants.load(relaxed)) looks_ = view_.inbox.start_looking();  // a hint: nobody is called anyway
  }
  void stop() {
    if (!looks_) return;
    looks_ = false;
    if (view_.inbox.stop_looking() && view_.wants.load(relaxed)) call_thread(view_);
  }

 private:
  View& view_;
  bool looks_ = false;
};

struct HelpOnNewStack {
  Help* help;
  Seat* seat;
  std::size_t bytes;
};

void help_on_new_stack(void* argument) {
  const HelpOnNewStack& call = *static_cast<HelpOnNewStack*>(argument);
  sched::Worker& worker = worker_of(*call.seat);
  sched::use_stack(worker, platform::stack_address() - call.bytes, call.bytes);
  call.seat->stack_limit = worker.stack_limit;
  call.help->run();
}

}  // namespace

namespace {

// The thread here has found no task. Whether it goes on looking for some; `found`: there is something new.
bool look_on(Seat& me, const Search& search, sleep::WaitHistory& history, sleep::Patience& patience, bool& found) {
  constexpr std::uint32_t kSettled = 32;  // looks: who else wants a processor is known a moment after a task
  if (search.looks == kSettled) history = idle_history();
  found = false;
  if (me.view->counts) {
    if (search.looks == kLooksAtWork) fall_idle(me);
    found = the_groups.outside.look() == StepResult::progress;
  }
  return found || patience.step() != sleep::Step::sleep || !search.has_raided();
}

}  // namespace

void serve(Seat& me) {
  Search search;
  sleep::WaitHistory history = idle_history();
  sleep::Patience patience(history);
  Looker looker(*me.view);
  while (!me.view->is_closing.load(acquire)) {
    bool found = true;
    if (Task* const task = find_task(me, search)) {
      looker.stop();
      run_on(me, task);
      search.looks = 0;
    } else if (!look_on(me, search, history, patience, found)) {
      break;
    }
    if (!found) {
      looker.start();
      continue;
    }
    patience.restart();
  }
  looker.stop();
  if (me.view->counts) fall_idle(me);
}

void help_by_steps(Seat& me, bool (*is_over)(void*), void* argument, Step step, void* step_argument) {
  Help(me, is_over, argument, Wait::told, step, step_argument).run();
}

void help(Seat& me, bool (*is_over)(void*), void* argument, Wait how) {
  Help help(me, is_over, argument, how, nullptr, nullptr);
  if (platform::stack_address() >= me.stack_limit) [[likely]]
    return help.run();
  sched::Worker& worker = worker_of(me);
  const std::uintptr_t limit = worker.stack_limit;
  HelpOnNewStack call{&help, &me, sched::bytes_of_further_stack(worker)};
  if (!platform::call_on_new_stack(help_on_new_stack, &call, call.bytes)) help.run();
  sched::set_stack_limit(worker, limit);
  me.stack_limit = limit;
}

void wake(Seat& seat) { state_of(seat).event.signal(); }

}  // namespace xomp::graph
