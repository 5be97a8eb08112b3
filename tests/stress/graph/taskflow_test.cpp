// Taskflow's front end: a loop whose round begins while tasks of the last round wait or run. Each of them runs once a round.
#include <gtest/gtest.h>

#include <atomic>
#include <taskflow/taskflow.hpp>

namespace {

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr int kRuns = 100;
#else
constexpr int kRuns = 200;
#endif
constexpr int kRounds = 6;

//           +-----------------+
//           v                 |
//   start -> head -> body -> again       head -> aside (three of them), for which nobody waits; two have a priority
void add_loop(tf::FlowBuilder& flow, std::atomic<int>& bodies, std::atomic<int>& asides) {
  tf::Task start = flow.emplace([] {}), head = flow.emplace([] {}), body = flow.emplace([&] { ++bodies; });
  tf::Task again = flow.emplace([round = 0]() mutable {
    if (++round < kRounds) return 0;
    round = 0;
    return 1;
  });
  start.precede(head);
  head.precede(body);
  body.precede(again);
  again.precede(head);
  for (tf::TaskPriority priority : {tf::TaskPriority::LOW, tf::TaskPriority::HIGH, tf::TaskPriority::NORMAL})
    head.precede(flow.emplace([&] { ++asides; }).priority(priority));
}

void run_loops(std::size_t workers) {
  std::atomic<int> bodies{0}, asides{0};
  tf::Taskflow taskflow;
  taskflow.emplace([&](tf::Subflow& subflow) { add_loop(subflow, bodies, asides); });
  add_loop(taskflow, bodies, asides);
  tf::Executor executor(workers);
  executor.run_n(taskflow, kRuns).get();
  EXPECT_EQ(bodies, 2 * kRounds * kRuns);
  EXPECT_EQ(asides, 3 * 2 * kRounds * kRuns);
}

TEST(Loops, ARoundBeginsWhileTheLastOneEnds) {
  for (std::size_t workers = 1; workers <= 4; ++workers) run_loops(workers);
}

}  // namespace
