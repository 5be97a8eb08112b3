// A thread outside of all tasks: when it calls threads for what it has submitted, and how it polls for the end of tasks before it
// sleeps. Waits for small graphs are short.
#include "core/graph/view.h"
#include "core/sleep/patience.h"
#include "platform/clock.h"
#include "platform/thread.h"

namespace xomp::graph {

namespace {

constexpr std::uint32_t kPollsForALook = 64;
// A yield takes half a microsecond when nobody takes over.
constexpr std::uint64_t kSharedYield_us = 5;
constexpr std::uint32_t kWaitsWithoutPoll = 64;

// What the thread has learnt about such waits. A wait of unknown length that ended in sleep counts as a long one.
constinit __thread sleep::WaitHistory history = {.least_ns = 10'000, .budget_ns = 50'000, .load = {}};
// So many waits more sleep at once: another thread ran on this processor, perhaps the one that was waited for.
constinit __thread std::uint32_t waits_without_poll = 0;

// The thread that runs the tasks may stand behind this one. Once it has the processor, a poll gets it back late and a sleeper that is
// woken at once.
bool is_alone_here() {
  const std::uint64_t before = platform::ticks();
  platform::yield_processor();
  return platform::ticks() - before < kSharedYield_us * platform::ticks_of_a_microsecond();
}

bool poll_until(bool (*is_over)(void*), void* argument) {
  sleep::Patience patience(history);
  bool saw_tasks = false;
  for (std::uint32_t polls = 1; !is_over(argument); ++polls) {
    if (patience.step() == sleep::Step::sleep) return false;
    if (polls % kPollsForALook != 0) continue;
    if (polls == kPollsForALook && !is_alone_here()) {
      waits_without_poll = kWaitsWithoutPoll;
      return is_over(argument);
    }
    const bool sees_tasks = is_poll_in_the_way();
    if (sees_tasks && saw_tasks) return false;  // [VIEW-6]
    saw_tasks = sees_tasks;
  }
  patience.finish();
  return true;
}

}  // namespace

bool poll(bool (*is_over)(void*), void* argument) {
  bool over = is_over(argument);
  if (!over && waits_without_poll != 0) {
    --waits_without_poll;
  } else if (!over && begin_poll()) {
    over = poll_until(is_over, argument);
    end_poll();
    if (!over) history.learn(sleep::kLongestSpin_ns + 1);
  }
  if (!over) lend_where_tasks_are_left();  // [VIEW-7]
  return over;
}

void leave_tasks(View& view) {
  if (!view.is_left.load(relaxed)) view.is_left.store(true, release);  // [VIEW-7]
  call_warden();
}

}  // namespace xomp::graph
