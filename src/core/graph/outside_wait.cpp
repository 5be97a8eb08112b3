// How a thread outside of all tasks polls for the end of some, before it sleeps: waits for small graphs are short.
#include "core/graph/view.h"
#include "core/sleep/patience.h"
#include "platform/thread.h"

namespace xomp::graph {

namespace {

constexpr std::uint32_t kPollsForALook = 64;

// What the thread has learnt about such waits. A wait of unknown length that ended in sleep counts as a long one.
constinit __thread sleep::WaitHistory history = {.least_ns = 10'000, .budget_ns = 50'000, .load = {}};

}  // namespace

bool poll(bool (*is_over)(void*), void* argument) {
  if (!begin_poll()) return is_over(argument);
  sleep::Patience patience(history);
  bool over = false, saw_tasks = false;
  for (std::uint32_t polls = 1; !(over = is_over(argument)); ++polls) {
    if (patience.step() == sleep::Step::sleep) break;
    if (polls % kPollsForALook != 0) continue;
    if (polls == kPollsForALook) platform::yield_processor();  // the thread that runs the tasks may stand behind this one
    const bool sees_tasks = is_poll_in_the_way();
    if (sees_tasks && saw_tasks) break;  // [VIEW-6]
    saw_tasks = sees_tasks;
  }
  end_poll();
  if (over) patience.finish();
  else history.learn(sleep::kLongestSpin_ns + 1);
  return over;
}

}  // namespace xomp::graph
