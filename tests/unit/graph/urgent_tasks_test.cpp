// Tasks with priorities: the most urgent comes first, the newest among equals.
#include "core/graph/urgent_tasks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace xomp::graph {
namespace {

std::vector<Task> tasks_of(const std::vector<int>& priorities) {
  std::vector<Task> tasks(priorities.size());
  for (std::size_t i = 0; i < tasks.size(); ++i) tasks[i].priority = priorities[i];
  return tasks;
}

TEST(UrgentTasks, GivesTheMostUrgentFirst) {
  std::vector<int> priorities;
  for (int i = 0; i < 500; ++i) priorities.push_back(i * 7919 % 101 - 50);
  std::vector<Task> tasks = tasks_of(priorities);
  UrgentTasks urgent;
  for (Task& t : tasks) urgent.put(&t);
  std::sort(priorities.rbegin(), priorities.rend());
  for (const int expected : priorities) {
    EXPECT_EQ(urgent.highest(), expected);
    Task* const t = urgent.take_above(UrgentTasks::kNone);
    ASSERT_NE(t, nullptr);
    EXPECT_EQ(t->priority, expected);
  }
  EXPECT_EQ(urgent.take_above(UrgentTasks::kNone), nullptr);
  EXPECT_EQ(urgent.highest(), UrgentTasks::kNone);
}

TEST(UrgentTasks, LeavesWhatIsNotUrgentEnough) {
  std::vector<Task> tasks = tasks_of({3, -1});
  UrgentTasks urgent;
  for (Task& t : tasks) urgent.put(&t);
  EXPECT_EQ(urgent.take_above(3), nullptr);
  EXPECT_EQ(urgent.take_above(2), &tasks[0]);
  EXPECT_EQ(urgent.take_above(0), nullptr);
  EXPECT_EQ(urgent.take_above(UrgentTasks::kNone), &tasks[1]);
}

TEST(UrgentTasks, TheNewestComesFirstAmongEquals) {
  std::vector<Task> tasks = tasks_of({1, 1, 1});
  UrgentTasks urgent;
  for (Task& t : tasks) urgent.put(&t);
  EXPECT_EQ(urgent.take_above(0), &tasks[2]);
}

TEST(UrgentTasks, TheLowestPriorityIsStillATask) {
  std::vector<Task> tasks = tasks_of({INT_MIN});
  UrgentTasks urgent;
  urgent.put(&tasks[0]);
  EXPECT_EQ(urgent.take_above(UrgentTasks::kNone), &tasks[0]);
}

}  // namespace
}  // namespace xomp::graph
