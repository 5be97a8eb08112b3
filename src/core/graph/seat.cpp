// What a thread does on a seat: it runs tasks, looks for more, waits inside a task, and gets up when there are none.
#include <algorithm>

#include "core/graph/graph.h"
#include "core/graph/view.h"
#include "core/graph/view_policy.h"
#include "core/sched/execute.h"
#include "core/sleep/shared_fence.h"
#include "platform/clock.h"
#include "platform/cpu.h"
#include "platform/thread.h"

namespace xomp::graph {

namespace {

constexpr std::uint64_t kPoll_us = 30, kPollAmongMany_us = 5;
constexpr std::uint32_t kYields = 2;
constexpr std::uint64_t kFirstNap_ns = 50'000, kLongestNap_ns = 500'000, kNap_ns = 1'000'000;

bool is_crowded() { return the_pool.active.load(relaxed) > sleep::own_threads.processors.load(relaxed); }

// How long a thread without tasks looks for some. It polls, yields, then says that it is enough.
class Patience {
 public:
  bool is_over() {
    if (++looks_ % 16 == 0) {
      const std::uint64_t now = platform::ticks();
      if (deadline_ == 0)
        deadline_ = now + (is_crowded() ? kPollAmongMany_us : kPoll_us) * platform::ticks_of_a_microsecond();
      if (now > deadline_) {
        if (yields_ == kYields) return true;
        ++yields_;
        platform::yield_processor();
        return false;
      }
    }
    platform::cpu_relax();
    return false;
  }
  void restart() { looks_ = 0, yields_ = 0, deadline_ = 0; }

 private:
  std::uint32_t looks_ = 0, yields_ = 0;
  std::uint64_t deadline_ = 0;
};

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

class Help {
 public:
  Help(Seat& me, bool (*is_over)(void*), void* argument, Wait how)
      : me_(me), is_over_(is_over), argument_(argument), how_(how), works_(how != Wait::sits) {}

  void run() {
    while (!is_over_(argument_)) {
      if (works_ ? run_task() || !patience_.is_over() : ends_soon()) continue;
      if (engine_of(me_).has_lost && is_lost()) [[unlikely]]
        break;
      sleep();
    }
    leave_nothing();
  }

 private:
  bool run_task() {
    Task* task = take_settled(me_);
    if (task != nullptr && is_over_(argument_)) {  // what was settled may have been waited for
      push(me_, task);
      return true;
    }
    if (task == nullptr) task = take_others(me_, search_);
    if (task == nullptr) return false;
    xomp::graph::run(me_, task);
    search_.looks = 0;
    patience_.restart();
    nap_ns_ = kFirstNap_ns;
    return true;
  }

  void sleep() {
    leave_nothing();
    SeatEngine& engine = engine_of(me_);
    me_.asleep.store(1, seq_cst);  // [VIEW-1]
    leave_for_sleep(me_);
    leave_view_team(me_);
    const bool naps_first = may_be_held();  // [VIEW-4]
    bool fenced = false;
    for (bool is_first = true;; is_first = false) {
      const std::uint32_t announced = engine.event.announce();
      if (is_first) fenced = sleep::shared_fence.pass();  // [VIEW-2]
      if (is_first) lend_where_tasks_wait();  // [VIEW-2] other views' tasks; this thread makes room for them
      if (is_over_(argument_)) break;         // [VIEW-1]
      const bool looks = naps_first ? !is_first : is_first || !fenced;
      if (looks && how_ != Wait::sits && has_tasks(*me_.view)) break;  // [VIEW-2]
      const bool naps = !fenced || (naps_first && is_first && has_tasks(*me_.view));
      const std::uint64_t limit_ns = how_ != Wait::told ? nap_ns_ : naps ? kNap_ns : 0;
      if (engine.event.sleep(announced, limit_ns) != platform::WaitResult::timed_out) break;
      if (serve_in_need(me_)) break;
      nap_ns_ = std::min(nap_ns_ + nap_ns_ / 4, kLongestNap_ns);
    }
    const bool is_wanted = return_from_sleep(me_);
    works_ = how_ != Wait::sits || is_wanted;
    me_.asleep.store(0, relaxed);  // nobody waits any longer
    patience_.restart();
  }

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
  bool works_;
  Search search_;
  Patience patience_;
  std::uint64_t nap_ns_ = kFirstNap_ns;
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
  sched::Worker& worker = *engine_of(*call.seat->memory).worker;
  sched::use_stack(worker, platform::stack_address() - call.bytes, call.bytes);
  call.seat->stack_limit = worker.stack_limit;
  call.help->run();
}

}  // namespace

void serve(Seat& me) {
  Search search;
  Patience patience;
  Looker looker(*me.view);
  for (;;) {
    Task* task = take_settled(me);
    if (task == nullptr) task = take_others(me, search);
    if (task != nullptr) {
      looker.stop();
      do {
        run(me, task);
      } while ((task = take_next(me)) != nullptr);
      search.looks = 0;
      patience.restart();
    } else if (me.view->is_closing.load(acquire) || patience.is_over()) {
      return looker.stop();
    } else {
      looker.start();
    }
  }
}

void help(Seat& me, bool (*is_over)(void*), void* argument, Wait how) {
  Help help(me, is_over, argument, how);
  if (platform::stack_address() >= me.stack_limit) [[likely]]
    return help.run();
  sched::Worker& worker = *engine_of(*me.memory).worker;
  const std::uintptr_t limit = worker.stack_limit;
  HelpOnNewStack call{&help, &me, sched::bytes_of_further_stack(worker)};
  if (!platform::call_on_new_stack(help_on_new_stack, &call, call.bytes)) help.run();
  sched::set_stack_limit(worker, limit);
  me.stack_limit = limit;
}

void wake(Seat& seat) { engine_of(seat).event.signal(); }

}  // namespace xomp::graph
