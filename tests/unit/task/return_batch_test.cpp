// Held-back ends: chains by owner, when to hand back.
#include "core/task/return_batch.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

namespace xomp::task {
namespace {

constexpr auto nobody_waits = [](std::int32_t) { return false; };

struct Given {
  std::map<std::int32_t, std::vector<Task*>> lists;
  void operator()(std::int32_t owner, Task* newest, Task* oldest, std::uint32_t count) {
    oldest->next = nullptr;
    ASSERT_EQ(lists.count(owner), 0u) << "once for each owner";
    for (Task* t = newest; t != nullptr; t = t->next) lists[owner].push_back(t);
    EXPECT_EQ(lists[owner].size(), count);
    EXPECT_EQ(lists[owner].back(), oldest);
  }
};

TEST(ReturnBatch, ChainsByOwnerNewestFirst) {
  std::vector<Task> tasks(8);
  ReturnBatch batch;
  const std::int32_t owners[] = {3, 5, 3, 3, 9, 5, 3, 9};
  for (std::size_t i = 0; i < 8; ++i) {
    tasks[i].owner = owners[i];
    EXPECT_FALSE(batch.add(&tasks[i], nobody_waits));
  }
  Given given;
  batch.hand_back_all(given);
  EXPECT_TRUE(batch.is_empty());
  ASSERT_EQ(given.lists.size(), 3u);
  EXPECT_EQ(given.lists[3], (std::vector<Task*>{&tasks[6], &tasks[3], &tasks[2], &tasks[0]}));
  EXPECT_EQ(given.lists[5], (std::vector<Task*>{&tasks[5], &tasks[1]}));
  EXPECT_EQ(given.lists[9], (std::vector<Task*>{&tasks[7], &tasks[4]}));
  batch.hand_back_all([](auto...) { FAIL() << "empty"; });
}

TEST(ReturnBatch, FullAfterSomeAndAnewAfterHandingBack) {
  std::vector<Task> tasks(ReturnBatch::kFull);
  ReturnBatch batch;
  for (int round = 0; round < 3; ++round) {
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      tasks[i].owner = 1;
      EXPECT_EQ(batch.add(&tasks[i], nobody_waits), i + 1 == tasks.size());
    }
    Given given;
    batch.hand_back_all(given);
    EXPECT_EQ(given.lists[1].size(), tasks.size());
  }
}

TEST(ReturnBatch, AtOnceWhenTheOwnerWaits) {
  Task tasks[2];
  tasks[0].owner = 1;
  tasks[1].owner = 2;
  ReturnBatch batch;
  const auto two_waits = [](std::int32_t owner) { return owner == 2; };
  EXPECT_FALSE(batch.add(&tasks[0], two_waits));
  EXPECT_TRUE(batch.add(&tasks[1], two_waits));
}

}  // namespace
}  // namespace xomp::task
