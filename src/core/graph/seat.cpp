// This is what a thread does on a seat: it runs tasks, looks for more, waits for some, and gets up when there are none.
#include <algorithm>
#include <utility>

#include "core/graph/by_policy.h"
#include "core/graph/graph.h"
#include "core/graph/groups.h"
#include "core/graph/lending.h"
#include "core/sched/execute.h"
#include "core/sleep/backoff.h"
#include "core/sleep/last_look.h"
#include "platform/cpu.h"
#include "platform/thread.h"

namespace xomp::graph {

namespace {

constexpr std::uint64_t kFirstTimedWait_ns = 50'000, kLongestTimedWait_ns = 500'000;
constexpr std::uint32_t kLooksAtWork = 8;  // a thread that finds a task soon again does not touch its group's word

bool is_crowded() { return the_pool.active.load(relaxed) > processors(); }

// Says how long a thread without tasks looks for some before it gets up. It looks that long beside other programs, too, because the next
// run of a small graph comes soon, and to wake a sleeper takes longer than the run. The time is fixed, so nothing is learnt.
sleep::WaitHistory idle_history() {
  const std::uint32_t poll_ns = is_crowded() ? 5'000 : 30'000;
  return {.least_ns = poll_ns, .budget_ns = poll_ns, .pressed_ns = poll_ns, .load = {}};
}

Task* take_next(Seat& me) {
  if (Task* const task = me.next) {
    me.next = nullptr;
    share_if_asked(me);
    return task;
  }
  return take_own(me);
}

// Returns a task of this seat's own, or nullptr. When it finds none, it settles what the thread owes, because that may put a task here.
Task* take_settled(Seat& me) {
  for (;;) {
    if (Task* const task = take_next(me)) return task;
    if (me.owed == 0) return nullptr;
    me.view->hooks.settle(me);
  }
}

// Returns a task that the thread here may run, or nullptr.
Task* find_task(Seat& me, Search& search) {
  Task* task = take_settled(me);
  if (task == nullptr) task = take_others(me, search);
  return me.view->counts ? sift(me, task) : task;
}

// Runs the task, and after it those of this seat's own.
void run_on(Seat& me, Task* task) {
  if (me.view->counts) return me.view->run_counted(me, task);
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
    sleep::Backoff backoff(worker_of(me_).waits(sched::Wait::tasks));
    backoff.check_seldom();
    while (!ended_ && !is_over_(argument_)) {
      if (works_ ? run_task() || look_outside() : ends_soon()) {
        timed_wait_ns_ = kFirstTimedWait_ns;
        outside_timed_wait_.restart();
        backoff.restart();
        continue;
      }
      if (works_ && (backoff.step() != sleep::Step::sleep || !search_.has_raided())) continue;
      if (state_of(me_).has_lost && is_lost()) [[unlikely]]
        break;
      sleep();
      search_ = {};
    }
    leave_nothing(me_);
    backoff.finish();
  }

 private:
  bool run_task() {
    Task* const task = find_task(me_, search_);
    if (task == nullptr) return false;
    search_.looks = 0;
    if (me_.view->counts) me_.view->run_counted(me_, task);
    else if (is_over_(argument_)) push(me_, task);  // what was settled may have been waited for
    else xomp::graph::run(me_, task);
    return true;
  }

  // Called when the thread has found no task. Returns whether it has found something outside of the process.
  bool look_outside() {
    if (!me_.view->counts) return false;
    fall_idle(me_);
    if (step_ == nullptr) return false;
    const StepResult result = step_(step_argument_);
    const bool was_under_way = std::exchange(is_under_way_, result == StepResult::under_way);
    ended_ = result == StepResult::over;
    // When a transfer has ended, other processes go on, and their answer comes soon. So that wait begins anew: the time that the transfer
    // took does not count in it.
    return result == StepResult::nothing ? was_under_way : result != StepResult::under_way;
  }

  // A thread that helps a transfer only yields, because a timed wait would be longer than what is left to do.
  void sleep() {
    leave_nothing(me_);
    if (is_under_way_) return platform::yield_processor();
    const bool is_picky = leaves_tasks_to_others(me_);
    me_.asleep.store(1, seq_cst);  // [VIEW-1] [GRAPH-1]
    leave_for_sleep(me_, !is_picky);
    leave_view_team(me_);
    sleep_until_told(is_picky);
    works_ = return_from_sleep(me_, !is_picky) || how_ != Wait::sits;
    me_.asleep.store(0, relaxed);  // nobody waits any longer
  }

  // `is_picky`: the thread waits for one group while others have tasks.
  void sleep_until_told(bool is_picky) {
    SeatState& state = state_of(me_);
    const bool is_timed_first = may_be_held();  // [VIEW-4]
    bool is_sure = false;
    for (bool is_first = true;; is_first = false) {
      const std::uint32_t announced = state.event.announce();
      if (is_first) is_sure = sleep::LastLook().is_sure();  // [VIEW-2]
      const bool is_time = is_first != is_timed_first;
      if (is_time) lend_where_tasks_wait();  // [VIEW-2] other views' tasks; this thread makes room for them
      if (is_over_(argument_)) break;        // [VIEW-1]
      const bool looks = is_time || (!is_timed_first && (!is_sure || is_picky));
      if (looks && how_ != Wait::sits && has_tasks_for(me_, !is_first)) break;  // [VIEW-2] [GRAPH-2]
      const bool is_timed =
          !is_sure || is_picky || (is_timed_first && is_first && (has_tasks_for(me_, false) || do_tasks_wait()));
      if (state.event.sleep(announced, sleep_limit_ns(is_timed)) != platform::WaitResult::timed_out) break;
      if (step_ != nullptr || serve_in_need(me_)) break;
      timed_wait_ns_ = std::min(timed_wait_ns_ + timed_wait_ns_ / 4, kLongestTimedWait_ns);
    }
  }

  // Returns 0 if the thread sleeps until it is woken.
  std::uint64_t sleep_limit_ns(bool is_timed) {
    if (step_ != nullptr) return outside_timed_wait_.next_ns();
    return how_ != Wait::told ? timed_wait_ns_ : is_timed ? kTimedWait_ns : 0;
  }

  // Says whether nobody can end this wait any more. In fork()'s child the tasks that would end it may have gone with other threads. A
  // wait that nobody has to tell of its end (`how`) looks again and again by itself.
  bool is_lost() {
    leave_nothing(me_);
    return how_ == Wait::told && waits_for_lost(me_) && !is_over_(argument_);
  }

  // Polls for a moment, because what the thread waits for may be short and may have a thread already. Returns whether the wait is over.
  bool ends_soon() {
    constexpr int kPolls = 64;
    leave_nothing(me_);
    for (int i = 0; i < kPolls; ++i) {
      if (is_over_(argument_)) return true;
      platform::cpu_relax();
    }
    return false;
  }

  Seat& me_;
  bool (*const is_over_)(void*);
  void* const argument_;
  const Wait how_;
  const Step step_;
  void* const step_argument_;
  bool works_, ended_ = false, is_under_way_ = false;
  Search search_;
  std::uint64_t timed_wait_ns_ = kFirstTimedWait_ns;
  OutsideTimedWait outside_timed_wait_;
};

// [VIEW-5] Makes the thread here the inbox's looker, and ends that. While it is the looker, the thread owes nothing and runs nothing.
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

// Called when the thread on a seat of the graph has found no task. Returns whether it has found something outside of the process.
bool find_outside(Seat& me, const Search& search) {
  if (search.looks == kLooksAtWork) fall_idle(me);
  return the_groups.outside.look() == StepResult::progress;
}

}  // namespace

void serve(Seat& me) {
  constexpr std::uint32_t kSettled = 32;  // after so many looks it is known who else wants a processor
  Search search;
  sleep::WaitHistory history = idle_history();
  sleep::Backoff backoff(history);
  Looker looker(*me.view);
  while (!me.view->is_closing.load(acquire)) {
    if (Task* const task = find_task(me, search)) {
      looker.stop();
      run_on(me, task);
      search.looks = 0;
      backoff.restart();
    } else if (me.view->counts && find_outside(me, search)) {
      backoff.restart();
    } else {
      if (search.looks == kSettled) history = idle_history();
      if (backoff.step() == sleep::Step::sleep && search.has_raided()) break;
      looker.start();
    }
  }
  looker.stop();
  if (me.view->counts) fall_idle(me);
}

void leave_nothing(Seat& me) {
  while (me.owed != 0) me.view->hooks.settle(me);
  if (Task* const task = std::exchange(me.next, nullptr)) push(me, task);
}

bool run_as_guest(Seat& me, Search& search, const OutsideWait& wait) {
  if (me.view->is_closing.load(acquire) || !wait.has_all()) return false;
  Task* task = find_task(me, search);
  if (task == nullptr) return false;
  search.looks = 0;
  if (!wait.has_all() || wait.is_over()) {  // [VIEW-10]
    push(me, task);
    return true;
  }
  // What a task leaves in `next` needs no question whether the wait is over: if it ended here, the seat still owes that end, so that it is
  // counted beside the new task.
  do {
    run(me, task);
    task = std::exchange(me.next, nullptr);
    share_if_asked(me);
  } while (task != nullptr && wait.has_all());
  if (task != nullptr) push(me, task);
  return true;
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

void wake(Seat& seat) { state_of(seat).event.notify_all(); }

}  // namespace xomp::graph
