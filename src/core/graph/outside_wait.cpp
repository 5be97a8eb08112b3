// A thread outside of all tasks: when it calls threads for what it has submitted, and how it polls for the end of tasks
// before it sleeps. It polls, because waits for small graphs are short.
#include <algorithm>
#include <utility>

#include "core/graph/memory.h"
#include "core/graph/view.h"
#include "core/sleep/backoff.h"
#include "platform/clock.h"
#include "platform/thread.h"
#include "trace/recorder.h"

namespace xomp::graph {

namespace {

constexpr std::uint32_t kPollsForALook = 64;
// A yield takes half a microsecond when no other thread runs meanwhile, so this much means that one did.
constexpr std::uint64_t kSharedYield_us = 5;
constexpr std::uint32_t kWaitsWithoutPoll = 64;

// Finds out by a yield whether the thread that runs the tasks may stand behind this one. If it does, a poll would get
// the processor back late, while a sleeper that is woken gets it at once.
bool is_alone_here() {
  const std::uint64_t before = platform::ticks();
  platform::yield_processor();
  return platform::ticks() - before < kSharedYield_us * platform::ticks_of_a_microsecond();
}

// The habit of a thread that submits and then waits at once, from one submission to the next.
constexpr std::uint64_t kAtOnce_us = 5;  // between the submission and the wait

void note_wait(ThreadState& me) {
  if (me.submitted_at == 0) return;
  const bool is_at_once = platform::ticks() - me.submitted_at < kAtOnce_us * platform::ticks_of_a_microsecond();
  me.waits_at_once = is_at_once ? std::min(me.waits_at_once + 1, ThreadState::kHabit) : 0;
  me.submitted_at = 0;
}

constexpr std::uint64_t kCall_us = 10;  // what a call takes, on a processor that was idle until then
constexpr std::uint64_t kShort_us = 2;

// [VIEW-11] Learns how long the tasks are that a guest runs.
class Stay {
 public:
  explicit Stay(Seat& seat) : seat_(seat), me_(state_of(*seat.memory)), ran_before_(ran()) {
    if (me_.eager_waits == 0 && seat.view->team == nullptr)  // a policy's queues are not looked at between two tasks
      state_of(seat).calls_at = platform::ticks() + kCall_us * platform::ticks_of_a_microsecond();
  }
  ~Stay() {
    state_of(seat_).calls_at = 0;
    const std::uint64_t ran_here = ran() - ran_before_;
    // A first task takes some microseconds more, so a few are no evidence.
    const std::uint64_t short_us = std::max(2 * kCall_us, ran_here * kShort_us);
    if (busy_ > short_us * platform::ticks_of_a_microsecond()) me_.eager_waits = ThreadState::kEager;
    else if (ran_here != 0 && me_.eager_waits != 0) --me_.eager_waits;
  }
  // Returns whether there were tasks to run.
  bool run_tasks(const OutsideWait& wait) {
    const std::uint64_t began = platform::ticks();
    bool has_run = false;
    while (!wait.is_over() && run_as_guest(seat_, search_, wait)) has_run = true;
    if (has_run) busy_ += platform::ticks() - began;
    return has_run;
  }

 private:
  std::uint64_t ran() const { return seat_.executed.load(relaxed); }  // own

  Seat& seat_;
  ThreadState& me_;
  const std::uint64_t ran_before_;
  std::uint64_t busy_ = 0;
  Search search_;
};

// `stay`: the thread runs tasks meanwhile; it may be nullptr.
bool poll_until(ThreadState& me, const OutsideWait& wait, Stay* stay) {
  sleep::Backoff backoff(me.outside_waits);
  bool saw_tasks = false;
  for (std::uint32_t polls = 1; !wait.is_over(); ++polls) {
    if (stay != nullptr && stay->run_tasks(wait)) {
      backoff.restart();
      polls = 0;
      continue;
    }
    if (backoff.step() == sleep::Step::sleep) return false;
    if (polls % kPollsForALook != 0) continue;
    if (polls == kPollsForALook && !is_alone_here()) {
      me.outside_waits_without_poll = kWaitsWithoutPoll;
      return wait.is_over();
    }
    const bool sees_tasks = is_poll_in_the_way();
    if (sees_tasks && saw_tasks) return false;  // [VIEW-6]
    saw_tasks = sees_tasks;
  }
  backoff.finish();
  return true;
}

bool poll(ThreadState& me, const OutsideWait& wait, Stay* stay) {
  const bool over = poll_until(me, wait, stay);
  // A wait of unknown length that ended in sleep counts as a long one.
  if (!over) me.outside_waits.learn(sleep::kLongestSpin_ns + 1);
  return over;
}

// Returns whether the wait is over.
bool poll_without_seat(ThreadState& me, const OutsideWait& wait) {
  if (me.outside_waits_without_poll != 0) {
    --me.outside_waits_without_poll;
    return false;
  }
  if (!begin_poll()) return false;
  const bool over = poll(me, wait, nullptr);
  end_poll();
  return over;
}

struct Guest {
  const OutsideWait& wait;
  Waited waited = Waited::too_long;

  // To OpenMP, a guest's tasks are the thread's own. So it must be in no region, where they would belong to the team.
  bool sits(const ThreadState& me) {
    return wait.view != nullptr && me.worker->thread == me.worker->initial && visit(*wait.view, stay, this);
  }

 private:
  static void stay(Seat& seat, void* raw) {
    Guest& self = *static_cast<Guest*>(raw);
    Stay its(seat);
    const bool over = poll(state_of(*seat.memory), self.wait, &its);
    leave_nothing(seat);
    if (over) self.waited = Waited::over;
    else if (state_of(seat).has_lost && waits_for_lost(seat) && !self.wait.is_over()) self.waited = Waited::lost;
  }
};

}  // namespace

void end_lonely_stay(Seat& me) {
  std::uint64_t& calls_at = state_of(me).calls_at;
  // One task took as long as a call or longer, which the mean of many short ones would hide.
  if (platform::ticks() > calls_at + kCall_us * platform::ticks_of_a_microsecond())
    state_of(*me.memory).eager_waits = ThreadState::kEager;
  calls_at = 0;
}

static Waited wait_as_guest(ThreadState& me, const OutsideWait& wait) {
  Guest guest{wait};
  if (!guest.sits(me) && poll_without_seat(me, wait)) return Waited::over;
  if (guest.waited == Waited::too_long) lend_where_tasks_are_left(false);  // [VIEW-7]
  return guest.waited;
}

Waited wait_outside(const OutsideWait& wait) {
  ThreadState& me = state_of(own_memory());
  note_wait(me);
  if (wait.is_over()) return Waited::over;
  if (!trace::records_tasks()) return wait_as_guest(me, wait);
  trace::record_call_begin(trace_file::CallKind::front_end, 0);
  const Waited waited = wait_as_guest(me, wait);
  trace::record_call_end(trace_file::CallKind::front_end, waited == Waited::too_long);
  return waited;
}

bool submits_to_wait() {
  if (current_seat() != nullptr) return false;
  ThreadState& me = state_of(own_memory());
  if (me.waits_at_once < ThreadState::kHabit) return false;
  if (me.submitted_at != 0) {  // it has not waited for what it left before
    me.waits_at_once = 0;
    lend_where_tasks_are_left(true);
    return false;
  }
  if (!the_pool.expects_waits.load(relaxed)) the_pool.expects_waits.store(true, relaxed);  // the watchdog stays
  return true;
}

void note_submission() {
  if (current_seat() != nullptr) return;
  ThreadState& me = state_of(own_memory());
  if (me.submitted_at == 0) me.submitted_at = platform::ticks();
}

void leave_tasks(View& view) {
  if (!view.is_left.load(relaxed)) view.is_left.store(true, release);  // [VIEW-7]
  call_watchdog();
}

}  // namespace xomp::graph
