// The tasks that a thread keeps, against a plain list.
#include "core/sched/policies/parts/kept_tasks.h"

#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <random>

namespace xomp::sched {
namespace {

using task::Task;

// Tasks that are told apart by their owner's number.
struct Tasks {
  explicit Tasks(int n) : all(new Task[static_cast<std::size_t>(n)]{}) {
    for (int i = 0; i < n; ++i) all[i].owner = static_cast<std::uint16_t>(i);
  }
  Task* operator[](int i) const { return &all[i]; }
  std::unique_ptr<Task[]> all;
};
int number(const Task* t) { return t == nullptr ? -1 : t->owner; }
auto is(int wanted) {
  return [wanted](const Task* t) { return t->owner == wanted; };
}

TEST(KeptTasks, OldestFirst) {
  const Tasks tasks(3);
  KeptTasks kept(4);
  EXPECT_TRUE(kept.empty());
  EXPECT_EQ(kept.take_oldest(), nullptr);
  for (int i = 0; i < 3; ++i) kept.add(tasks[i]);
  EXPECT_EQ(kept.size(), 3u);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(number(kept.take_oldest()), i);
  EXPECT_TRUE(kept.empty());
}

TEST(KeptTasks, FullAtTheNextPowerOfTwo) {
  const Tasks tasks(8);
  KeptTasks kept(5);
  for (int i = 0; i < 8; ++i) {
    EXPECT_FALSE(kept.full());
    kept.add(tasks[i]);
  }
  EXPECT_TRUE(kept.full());
  kept.take_oldest();
  EXPECT_FALSE(kept.full());
}

TEST(KeptTasks, TheWantedOneLeavesTheOthersInOrder) {
  const Tasks tasks(6);
  for (int wanted = 0; wanted < 6; ++wanted)
    for (bool newest : {true, false}) {
      KeptTasks kept(6);
      for (int i = 0; i < 6; ++i) kept.add(tasks[i]);
      EXPECT_EQ(number(newest ? kept.take_newest(is(wanted), 100) : kept.take_oldest(is(wanted), 100)), wanted);
      for (int i = 0; i < 6; ++i)
        if (i != wanted) {
          EXPECT_EQ(number(kept.take_oldest()), i);
        }
      EXPECT_TRUE(kept.empty());
    }
}

TEST(KeptTasks, LooksAtSoManyOnly) {
  const Tasks tasks(4);
  KeptTasks kept(4);
  for (int i = 0; i < 4; ++i) kept.add(tasks[i]);
  EXPECT_EQ(kept.take_newest(is(1), 2), nullptr);
  EXPECT_EQ(kept.take_oldest(is(2), 2), nullptr);
  EXPECT_EQ(kept.take_newest(is(3), 0), nullptr);
  EXPECT_EQ(kept.size(), 4u);
  EXPECT_EQ(number(kept.take_newest(is(2), 2)), 2);
  EXPECT_EQ(number(kept.take_oldest(is(1), 2)), 1);
}

TEST(KeptTasks, DoesAsAListOverManyTurnsOfTheRing) {
  const Tasks tasks(64);
  KeptTasks kept(16);
  std::deque<Task*> list;
  std::mt19937 random(1);
  for (int step = 0; step < 200'000; ++step) {
    const auto looks = static_cast<std::uint32_t>(random() % 20);
    const int wanted = static_cast<int>(random() % 64);
    const auto accepts = [wanted](const Task* t) { return (t->owner ^ wanted) % 5 == 0; };
    switch (random() % 4) {
      case 0:
      case 1:
        if (list.size() == 16) {
          ASSERT_TRUE(kept.full());
          break;
        }
        kept.add(tasks[wanted]);
        list.push_back(tasks[wanted]);
        break;
      case 2: {
        Task* expected = nullptr;
        for (std::size_t i = 0; i < list.size() && i < looks; ++i)
          if (accepts(list[i])) {
            expected = list[i];
            list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
            break;
          }
        ASSERT_EQ(kept.take_oldest(accepts, looks), expected);
        break;
      }
      default: {
        Task* expected = nullptr;
        for (std::size_t i = list.size(); i != 0 && list.size() - i < looks; --i)
          if (accepts(list[i - 1])) {
            expected = list[i - 1];
            list.erase(list.begin() + static_cast<std::ptrdiff_t>(i - 1));
            break;
          }
        ASSERT_EQ(kept.take_newest(accepts, looks), expected);
      }
    }
    ASSERT_EQ(kept.size(), list.size());
  }
}

}  // namespace
}  // namespace xomp::sched
