// Taskflow's front end: a loop whose round begins while tasks of the last round wait or run. Such a task runs at least once, and never
// beside itself. And a task that is started again while it waits in the queue of those with a priority.
#include <gtest/gtest.h>

#include <atomic>
#include <taskflow/taskflow.hpp>

namespace {

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr int kRuns = 300;
#else
constexpr int kRuns = 1000;
#endif
constexpr int kRounds = 6;

// A task that must not run beside itself.
struct Alone {
  std::atomic<bool> runs{false};
  std::atomic<int> times{0};
  void operator()() {
    EXPECT_FALSE(runs.exchange(true));
    ++times;
    runs = false;
  }
};

struct Loop {
  std::atomic<int> bodies{0};
  Alone aside[3];

  //           +-----------------+
  //           v                 |
  //   start -> head -> body -> again       head -> aside (three of them), for which nobody waits; two have a priority
  void add_to(tf::FlowBuilder& flow) {
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
    int priority = 0;
    for (Alone& a : aside) head.precede(flow.emplace([&a] { a(); }).priority(static_cast<tf::TaskPriority>(priority++)));
  }
  void check() const {
    EXPECT_EQ(bodies, kRounds * kRuns);
    for (const Alone& a : aside) {
      EXPECT_GE(a.times, kRuns);
      EXPECT_LE(a.times, kRounds * kRuns);
    }
  }
};

TEST(Loops, ARoundBeginsWhileTheLastOneEnds) {
  for (std::size_t workers = 1; workers <= 4; ++workers) {
    Loop whole, in_subflow;
    tf::Taskflow taskflow;
    taskflow.emplace([&](tf::Subflow& subflow) { in_subflow.add_to(subflow); });
    whole.add_to(taskflow);
    tf::Executor(workers).run_n(taskflow, kRuns).get();
    whole.check();
    in_subflow.check();
  }
}

TEST(Loops, ATaskIsStartedWhileItWaits) {
  for (std::size_t workers = 1; workers <= 4; ++workers) {
    std::atomic<int> ran{0};
    tf::Taskflow taskflow;
    tf::Task urgent = taskflow.emplace([&] { ++ran; }).priority(tf::TaskPriority::LOW);
    tf::Task other = taskflow.emplace([&] { ++ran; }).priority(tf::TaskPriority::LOW);
    tf::Task start = taskflow.emplace([] { return tf::SmallVector<int>{0, 1, 0, 1, 0}; });
    start.precede(urgent, other);
    tf::Executor(workers).run_n(taskflow, kRuns).get();
    EXPECT_EQ(ran, 5 * kRuns);
  }
}

}  // namespace
