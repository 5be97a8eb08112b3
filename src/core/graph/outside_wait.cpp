// A thread outside of all tasks: when it calls threads for what it has submitted, and how it polls for the end of tasks
// before it sleeps. It polls, because waits for small graphs are short.
#include "core/graph/memory.h"
#include "core/graph/view.h"
#include "core/sleep/backoff.h"
#include "platform/clock.h"
#include "platform/thread.h"

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

bool poll_until(ThreadState& me, bool (*is_over)(void*), void* argument) {
  sleep::Backoff backoff(me.outside_waits);
  bool saw_tasks = false;
  for (std::uint32_t polls = 1; !is_over(argument); ++polls) {
    if (backoff.step() == sleep::Step::sleep) return false;
    if (polls % kPollsForALook != 0) continue;
    if (polls == kPollsForALook && !is_alone_here()) {
      me.outside_waits_without_poll = kWaitsWithoutPoll;
      return is_over(argument);
    }
    const bool sees_tasks = is_poll_in_the_way();
    if (sees_tasks && saw_tasks) return false;  // [VIEW-6]
    saw_tasks = sees_tasks;
  }
  backoff.finish();
  return true;
}

}  // namespace

bool poll(bool (*is_over)(void*), void* argument) {
  bool over = is_over(argument);
  ThreadState& me = state_of(own_memory());
  if (!over && me.outside_waits_without_poll != 0) {
    --me.outside_waits_without_poll;
  } else if (!over && begin_poll()) {
    over = poll_until(me, is_over, argument);
    end_poll();
    // A wait of unknown length that ended in sleep counts as a long one.
    if (!over) me.outside_waits.learn(sleep::kLongestSpin_ns + 1);
  }
  if (!over) lend_where_tasks_are_left();  // [VIEW-7]
  return over;
}

void leave_tasks(View& view) {
  if (!view.is_left.load(relaxed)) view.is_left.store(true, release);  // [VIEW-7]
  call_watchdog();
}

}  // namespace xomp::graph
