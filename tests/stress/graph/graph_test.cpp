// Graph tasks: chains, trees and floods of them, from tasks, from threads outside, with priorities, of every size; with
// more threads than processors.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "scale.h"
#include "xomp/graph.h"

namespace {

using xomp::graph::Seat;
using xomp::graph::Task;
using xomp::testing::kScale;

struct Shared {
  std::atomic<long> ended{0};
  std::atomic<long> written{0};  // by tasks, without order of their own
  long depth = 0;
};
struct Node : Task {
  Shared* shared;
  long number;
  int check;
};

Node* make(Seat& me, void (*run)(Seat&, Task*), Shared* shared, long number, int priority = 0, std::size_t more = 0) {
  auto* const node = static_cast<Node*>(xomp::graph::allocate(me, sizeof(Node) + more));
  node->run = run;
  node->priority = priority;
  node->shared = shared;
  node->number = number;
  node->check = static_cast<int>(number * 31);
  return node;
}

void hop(Seat& me, Task* t) {
  Node* const node = static_cast<Node*>(t);
  if (node->check != static_cast<int>(node->number * 31)) std::abort();
  node->shared->ended.store(node->shared->ended.load(std::memory_order_relaxed) + 1,
                            std::memory_order_relaxed);  // a chain
  if (node->number > 0) submit(me, make(me, hop, node->shared, node->number - 1));
  give_back(me, t);
}
void branch(Seat& me, Task* t) {
  Node* const node = static_cast<Node*>(t);
  if (node->check != static_cast<int>(node->number * 31)) std::abort();
  node->shared->ended.fetch_add(1, std::memory_order_relaxed);
  const long left = 2 * node->number + 1;
  if (left < node->shared->depth) {
    const int priority =
        node->shared->written.load(std::memory_order_relaxed) == 0 ? 0 : static_cast<int>(left * 17 % 9) - 4;
    submit(me, make(me, branch, node->shared, left, priority, static_cast<std::size_t>(left % 5) * 300));
    submit(me, make(me, branch, node->shared, left + 1, -priority));
  }
  give_back(me, t);
}

class Graphs : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    constexpr xomp::graph::Layout layout = xomp::graph::kLayout;
    EXPECT_EQ(xomp_graph_open(&layout, GetParam()), GetParam());
  }
};

TEST_P(Graphs, AChainEnds) {
  Seat& me = xomp::graph::self();
  for (int round = 0; round < 50 / kScale; ++round) {
    Shared shared;
    submit(me, make(me, hop, &shared, 1000));
    ASSERT_TRUE(xomp_graph_wait_1(0));
    ASSERT_EQ(shared.ended.load(), 1001);
  }
}

TEST_P(Graphs, ATreeEnds) {
  Seat& me = xomp::graph::self();
  for (int round = 0; round < 20 / kScale; ++round) {
    Shared shared;
    shared.depth = (1 << 12) - 1;
    shared.written = round % 2;  // with priorities
    submit(me, make(me, branch, &shared, 0));
    ASSERT_TRUE(xomp_graph_wait_1(0));
    ASSERT_EQ(shared.ended.load(), (1 << 12) - 1);
  }
}

TEST_P(Graphs, ThreadsFromOutsideSubmit) {
  for (int round = 0; round < 10 / kScale + 1; ++round) {
    Shared shared;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([&shared] {
        Seat& me = xomp::graph::self();
        for (int i = 0; i < 2000; ++i) submit(me, make(me, branch, &shared, i, i % 3 == 0 ? i % 7 : 0));
      });
    if (round % 2 == 0) xomp_graph_wait_1(0);  // some are not there yet
    for (std::thread& t : threads) t.join();
    ASSERT_TRUE(xomp_graph_wait_1(0));
    ASSERT_EQ(shared.ended.load(), 8000);
  }
}

TEST_P(Graphs, AFloodFitsNoRing) {
  Seat& me = xomp::graph::self();
  Shared shared;
  for (int i = 0; i < 20000; ++i) submit(me, make(me, branch, &shared, i));
  ASSERT_TRUE(xomp_graph_wait_1(0));
  ASSERT_EQ(shared.ended.load(), 20000);
}

TEST_P(Graphs, OtherNumbersOfThreadsFollow) {
  constexpr xomp::graph::Layout layout = xomp::graph::kLayout;
  for (int round = 0; round < 20 / kScale; ++round) {
    EXPECT_EQ(xomp_graph_open(&layout, 1 + round % 3), 1 + round % 3);
    Seat& me = xomp::graph::self();
    Shared shared;
    shared.depth = 255;
    submit(me, make(me, branch, &shared, 0));
    const int there = xomp_graph_open(&layout, 4);
    EXPECT_TRUE(there == 4 || there == 1 + round % 3);  // the task has ended, or its threads stay
    ASSERT_TRUE(xomp_graph_wait_1(0));
    ASSERT_EQ(shared.ended.load(), 255);
  }
}

TEST_P(Graphs, TasksRunWithoutAWait) {
  if (GetParam() == 1) return;
  Seat& me = xomp::graph::self();
  for (int round = 0; round < 5; ++round) {
    Shared shared;
    shared.depth = (1 << 10) - 1;
    submit(me, make(me, branch, &shared, 0));
    while (shared.ended.load() != shared.depth) std::this_thread::yield();
    ASSERT_TRUE(xomp_graph_wait_1(0));
  }
}

struct Order {
  std::vector<int> ran;  // priorities; one thread
};
void note_order(Seat& me, Task* t) {
  Node* const node = static_cast<Node*>(t);
  reinterpret_cast<Order*>(node->shared)->ran.push_back(node->priority);
  give_back(me, t);
}
void submit_in_disorder(Seat& me, Task* t) {
  Shared* const order = static_cast<Node*>(t)->shared;
  for (int i = 0; i < 200; ++i) submit(me, make(me, note_order, order, i, 1 + i * 83 % 97));
  give_back(me, t);
}

TEST_P(Graphs, TheMostUrgentRunsFirst) {
  const char* const policy = std::getenv("XOMP_SCHEDULE_POLICY");
  if (GetParam() != 1 || (policy != nullptr && std::strncmp(policy, "lfq", 3) == 0)) return;  // lfq: the best of some
  Seat& me = xomp::graph::self();
  Order order;
  submit(me, make(me, submit_in_disorder, reinterpret_cast<Shared*>(&order), 0));
  ASSERT_TRUE(xomp_graph_wait_1(0));
  EXPECT_EQ(order.ran.size(), 200u);
  EXPECT_TRUE(std::is_sorted(order.ran.rbegin(), order.ran.rend()));
}

TEST_P(Graphs, TwoThreadsWait) {
  Shared shared;
  shared.depth = (1 << 12) - 1;
  std::thread other([&shared] {
    Seat& me = xomp::graph::self();
    submit(me, make(me, branch, &shared, 0));
    EXPECT_TRUE(xomp_graph_wait_1(0));
  });
  EXPECT_TRUE(xomp_graph_wait_1(0));
  other.join();
  EXPECT_TRUE(xomp_graph_wait_1(0));
  EXPECT_EQ(shared.ended.load(), (1 << 12) - 1);
}

TEST_P(Graphs, AWaitInATaskIsRefused) {
  Seat& me = xomp::graph::self();
  Shared shared;
  submit(me, make(
                 me,
                 [](Seat& worker, Task* t) {
                   static_cast<Node*>(t)->shared->written = xomp_graph_wait_1(0) ? 1 : 2;
                   give_back(worker, t);
                 },
                 &shared, 0));
  ASSERT_TRUE(xomp_graph_wait_1(0));
  EXPECT_EQ(shared.written.load(), 2);
}

// A child runs graphs of its own, whatever its parent was at. ThreadSanitizer knows no such children. gcc's AddressSanitizer leaves a lock
// of its malloc(), which the tasks' memory comes from then, held in the child if another thread was in there.
#if !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
void expect_a_graph_in_a_child(int threads) {
  const pid_t child = fork();
  if (child == 0) {
    Seat& me = xomp::graph::self();
    Shared shared;
    shared.depth = (1 << 8) - 1;
    submit(me, make(me, branch, &shared, 0));
    _exit(me.inside == 0 && xomp_graph_wait_1(0) && shared.ended.load() == shared.depth ? 0 : 1);
  }
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0) << threads << " threads";
}

TEST_P(Graphs, AChildAfterAGraph) {
  Seat& me = xomp::graph::self();
  Shared shared;
  submit(me, make(me, hop, &shared, 100));
  ASSERT_TRUE(xomp_graph_wait_1(0));
  expect_a_graph_in_a_child(GetParam());
}

TEST_P(Graphs, AChildWhileTasksRun) {
  Seat& me = xomp::graph::self();
  for (int round = 0; round < 5; ++round) {
    Shared shared;
    shared.depth = (1 << 12) - 1;
    submit(me, make(me, branch, &shared, 0));
    expect_a_graph_in_a_child(GetParam());
    ASSERT_TRUE(xomp_graph_wait_1(0));
    ASSERT_EQ(shared.ended.load(), shared.depth);
  }
}
#endif

// As many as there are seats for threads that wait, and some more.
TEST_P(Graphs, ManyThreadsWaitForGroupsOfTheirOwn) {
  constexpr int kThreads = 12;
  Shared shared[kThreads];
  std::vector<std::thread> threads;
  for (Shared& mine : shared)
    threads.emplace_back([&mine] {
      Seat& me = xomp::graph::self();
      const std::uint32_t group = xomp_graph_open_group_1();
      for (int round = 1; round <= 5; ++round) {
        for (int i = 0; i < 50; ++i) submit(me, make(me, branch, &mine, i), static_cast<std::uint8_t>(group));
        EXPECT_TRUE(xomp_graph_wait_1(group));
        EXPECT_EQ(mine.ended.load(), 50 * round);
      }
      xomp_graph_close_group_1(group);
    });
  for (std::thread& t : threads) t.join();
}

// What looks outside bring: a task with each tenth look, until there were enough.
struct Source {
  static constexpr long kTasks = 200;
  Shared shared;
  std::atomic<long> looks{0}, made{0};
  std::atomic<bool> is_there{true};
  std::atomic<int> inside{0};

  static xomp::graph::StepResult look(void* source) {
    Source& self = *static_cast<Source*>(source);
    if (!self.is_there.load() || self.inside.fetch_add(1) != 0) std::abort();
    auto found = xomp::graph::StepResult::nothing;
    if (self.looks.fetch_add(1) % 10 == 9 && self.made.load() < kTasks) {
      Seat& me = xomp::graph::self();
      submit(me, make(me, branch, &self.shared, 0));
      self.made.fetch_add(1);  // then the thread that waits for tasks sees all of them
      found = xomp::graph::StepResult::progress;
    }
    self.inside.fetch_sub(1);
    return found;
  }
};

// For the thread that waits, which does not look itself.
xomp::graph::StepResult until_enough(void* source) {
  const bool is_over = static_cast<Source*>(source)->made.load() == Source::kTasks;
  return is_over ? xomp::graph::StepResult::over : xomp::graph::StepResult::nothing;
}

TEST_P(Graphs, IdleThreadsLookOutside) {
  for (int round = 0; round < 3; ++round) {
    auto source = std::make_unique<Source>();
    if (GetParam() == 1) source->made = Source::kTasks;  // the only thread waits, which is no look
    ASSERT_TRUE(xomp_graph_add_look_1(Source::look, source.get()));
    ASSERT_TRUE(xomp_graph_wait_by_steps_1(0, until_enough, source.get()));
    ASSERT_TRUE(xomp_graph_wait_1(0));
    EXPECT_EQ(source->made.load(), Source::kTasks);
    EXPECT_EQ(source->shared.ended.load(), GetParam() == 1 ? 0 : Source::kTasks);
    EXPECT_EQ(source->looks.load() == 0, GetParam() == 1);
    xomp_graph_remove_look_1(Source::look, source.get());
    source->is_there = false;  // a look from now on is at memory that is given back
  }
}

TEST_P(Graphs, LooksAreSixtyFour) {
  Source sources[65];
  for (int i = 0; i < 64; ++i) EXPECT_TRUE(xomp_graph_add_look_1(Source::look, &sources[i]));
  EXPECT_FALSE(xomp_graph_add_look_1(Source::look, &sources[64]));
  for (Source& source : sources) xomp_graph_remove_look_1(Source::look, &source);
  EXPECT_TRUE(xomp_graph_add_look_1(Source::look, &sources[64]));
  xomp_graph_remove_look_1(Source::look, &sources[64]);
  ASSERT_TRUE(xomp_graph_wait_1(0));
}

INSTANTIATE_TEST_SUITE_P(Threads, Graphs, testing::Values(1, 2, 4, 9));

}  // namespace
