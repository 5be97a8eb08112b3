// Lists of tasks by a number.
#include "core/sched/task_levels.h"

#include <gtest/gtest.h>

#include <deque>
#include <random>
#include <vector>

namespace xomp::sched {
namespace {

using task::Task;
using Priorities = TaskLevels<ByPriority>;
using Depths = TaskLevels<ByDepth>;

// The tasks of all levels, highest level first, each in its order.
template <class Levels>
std::vector<const Task*> all_of(const Levels& levels) {
  std::vector<const Task*> all;
  for (int level = levels.highest(); level != Levels::kNone; level = levels.below(level)) {
    const Task* before = nullptr;
    for (const Task* t = levels.first(level); t != nullptr; before = t, t = t->next) {
      EXPECT_EQ(t->queued_before, before);
      all.push_back(t);
    }
    EXPECT_EQ(levels.last(level), before);
  }
  return all;
}

TEST(TaskLevels, AHigherKeyIsInNoLowerLevelAndSmallOnesHaveTheirOwn) {
  for (std::uint32_t key = 1; key < 16; ++key) EXPECT_EQ(Priorities::level_of(key), Priorities::level_of(key - 1) + 1);
  int before = 0;
  for (std::uint64_t key = 1; key <= UINT32_MAX; key = key + 1 + key / 64) {
    const int level = Priorities::level_of(static_cast<std::uint32_t>(key));
    EXPECT_TRUE(level == before || level == before + 1) << key;
    before = level;
  }
  EXPECT_EQ(Priorities::level_of(UINT32_MAX), 239);
}

TEST(TaskLevels, HighestPriorityFirstAndAmongEqualsTheOldest) {
  std::deque<Task> tasks(60);
  Priorities levels;
  EXPECT_TRUE(levels.empty());
  EXPECT_EQ(levels.highest(), Priorities::kNone);
  std::uint32_t arrival = 0;
  for (Task& t : tasks) {
    t.saved_floor = arrival;
    t.priority = static_cast<std::int32_t>(1 + arrival++ * 7 % 20 * 1000);
    levels.put(&t);
  }
  const auto all = all_of(levels);
  ASSERT_EQ(all.size(), tasks.size());
  for (std::size_t k = 1; k < all.size(); ++k) {
    EXPECT_GE(all[k - 1]->priority, all[k]->priority);
    const bool equal = all[k - 1]->priority == all[k]->priority;
    EXPECT_TRUE(!equal || all[k - 1]->saved_floor < all[k]->saved_floor);
  }
}

TEST(TaskLevels, DeepestLast) {
  std::deque<Task> tasks(40);
  Depths levels;
  int i = 0;
  for (Task& t : tasks) {
    t.depth.store(static_cast<std::uint32_t>(3 + i++ * 11 % 40), relaxed);
    levels.put(&t);
  }
  EXPECT_EQ(ByDepth::key(levels.first(levels.lowest())), 3u);
  EXPECT_EQ(ByDepth::key(levels.last(levels.highest())), 42u);
  std::uint32_t before = 43;
  for (int level = levels.highest(); level != Depths::kNone; level = levels.below(level))
    for (const Task* t = levels.last(level); t != nullptr; t = t->queued_before) {
      EXPECT_LT(ByDepth::key(t), before);
      before = ByDepth::key(t);
    }
}

TEST(TaskLevels, TakesOutAnyTaskAndForgetsEmptyLevels) {
  std::mt19937 random(1);
  std::deque<Task> tasks(300);
  for (Task& t : tasks) t.priority = static_cast<std::int32_t>(random() % 2 == 0 ? random() % 40 : random() >> 1);
  std::vector<Task*> here, away;
  for (Task& t : tasks) away.push_back(&t);
  Priorities levels;
  for (int step = 0; step < 3000; ++step) {
    auto& from = random() % 2 == 0 ? here : away;
    if (from.empty()) continue;
    std::swap(from[random() % from.size()], from.back());
    Task* const t = from.back();
    from.pop_back();
    if (&from == &away) levels.put(t);
    else levels.remove(t);
    (&from == &away ? here : away).push_back(t);
    ASSERT_EQ(levels.empty(), here.empty());
    if (step % 50 == 0) {
      ASSERT_EQ(all_of(levels).size(), here.size());
    }
  }
  std::size_t drained = 0;
  levels.drain([&](Task*) { ++drained; });
  EXPECT_EQ(drained, here.size());
  EXPECT_TRUE(levels.empty());
}

}  // namespace
}  // namespace xomp::sched
