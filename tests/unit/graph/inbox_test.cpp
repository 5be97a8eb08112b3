// The inbox of a view: first in, first out, fair parts, and its looker.
#include "core/graph/inbox.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace xomp::graph {
namespace {

struct Numbered : Task {
  int number = 0;
};

struct Tasks {
  std::vector<Numbered> tasks;
  explicit Tasks(int n) : tasks(static_cast<std::size_t>(n)) {
    for (int i = 0; i < n; ++i) tasks[static_cast<std::size_t>(i)].number = i;
  }
  Numbered* at(int i) { return &tasks[static_cast<std::size_t>(i)]; }
};
int number_of(Task* t) { return static_cast<Numbered*>(t)->number; }

TEST(Inbox, GivesTheOldestFirstAcrossItsBlocks) {
  constexpr int kMany = 2000;
  Tasks tasks(kMany);
  Inbox inbox;
  int put = 0, taken = 0;
  while (taken < kMany) {
    for (int i = 0; i < 97 && put < kMany; ++i) inbox.put(tasks.at(put++));
    Task* some[Inbox::kMost];
    const std::uint32_t n = inbox.take_some(some, 1);
    ASSERT_GT(n, 0u);
    for (std::uint32_t i = 0; i < n; ++i) ASSERT_EQ(number_of(some[i]), taken++);
  }
  EXPECT_TRUE(inbox.looks_empty());
  Task* some[Inbox::kMost];
  EXPECT_EQ(inbox.take_some(some, 1), 0u);
}

TEST(Inbox, LeavesAFairPartToOthers) {
  Tasks tasks(16);
  Inbox inbox;
  for (int i = 0; i < 16; ++i) inbox.put(tasks.at(i));
  Task* some[Inbox::kMost];
  EXPECT_EQ(inbox.take_some(some, 4), 3u);  // of sixteen, for one of four
  EXPECT_EQ(inbox.take_some(some, 1), 13u);
}

TEST(Inbox, HasOneLooker) {
  Tasks tasks(2);
  Inbox inbox;
  EXPECT_FALSE(inbox.put(tasks.at(0)));
  EXPECT_TRUE(inbox.start_looking());
  EXPECT_FALSE(inbox.start_looking());
  EXPECT_TRUE(inbox.put(tasks.at(1)));
  EXPECT_TRUE(inbox.stop_looking());  // two tasks are left
  Task* some[Inbox::kMost];
  EXPECT_EQ(inbox.take_some(some, 1), 2u);
  EXPECT_TRUE(inbox.start_looking());
  EXPECT_FALSE(inbox.stop_looking());
}

TEST(Inbox, LosesNothingAmongThreads) {
  constexpr int kEach = 20000, kPutters = 3;
  Tasks tasks(kEach * kPutters);
  Inbox inbox;
  std::vector<std::thread> threads;
  for (int p = 0; p < kPutters; ++p)
    threads.emplace_back([&, p] {
      for (int i = 0; i < kEach; ++i) inbox.put(tasks.at(p * kEach + i));
    });
  std::vector<int> seen(static_cast<std::size_t>(kEach * kPutters)), last(kPutters, -1);
  for (int taken = 0; taken < kEach * kPutters;) {
    Task* some[Inbox::kMost];
    const std::uint32_t n = inbox.take_some(some, 2);
    for (std::uint32_t i = 0; i < n; ++i, ++taken) {
      const int number = number_of(some[i]);
      ++seen[static_cast<std::size_t>(number)];
      int& before = last[static_cast<std::size_t>(number / kEach)];
      EXPECT_LT(before, number) << "each thread's tasks come in order";
      before = number;
    }
    if (n == 0) std::this_thread::yield();
  }
  for (std::thread& t : threads) t.join();
  for (const int s : seen) ASSERT_EQ(s, 1);
  EXPECT_TRUE(inbox.looks_empty());
}

}  // namespace
}  // namespace xomp::graph
