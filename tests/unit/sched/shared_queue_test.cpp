// The team's shared queue: in which order tasks come out, at how many a thread looks, and when a part is full.
#include "core/sched/shared_queue.h"

#include <gtest/gtest.h>

#include <deque>
#include <vector>

namespace xomp::sched {
namespace {

using task::Task;

class Shared : public ::testing::Test {
 protected:
  Task* put(int owner, std::int32_t priority, std::uint32_t depth = 1) {
    Task& t = tasks_.emplace_back();
    t.owner = static_cast<std::uint16_t>(owner);
    t.depth.store(depth, relaxed);
    queue_.put(&t, priority);
    return &t;
  }
  static SharedQueue::Wanted wanted(int home, std::uint32_t depth, int looks, bool in_passing = false) {
    return {home, depth, looks, in_passing, std::nullopt};
  }
  // How many looks it takes to refuse all, by a thread that refused all when puts() was `seen`.
  int looks_at_new(std::uint32_t seen, std::uint32_t depth = 1) {
    int looks = 0;
    SharedQueue::Wanted again = wanted(2, depth, INT_MAX);
    again.seen = seen;
    const SharedQueue::Look look = queue_.take(again, [&](Task*) { return ++looks, false; });
    EXPECT_EQ(look.task, nullptr);
    EXPECT_TRUE(look.at_all);
    return looks;
  }

  SharedQueue queue_;
  std::deque<Task> tasks_;
};

TEST_F(Shared, TheHighestPriorityComesFirstWhoeverMadeIt) {
  std::vector<Task*> expected(12);
  for (int i = 0; i < 12; ++i) expected[static_cast<std::size_t>(11 - i * 5 % 12)] = put(i % 4, 1 + i * 5 % 12);
  Task* const plain = put(0, 0);
  EXPECT_EQ(queue_.highest_priority(), 12);
  for (Task* t : expected) EXPECT_EQ(queue_.take_first(3, false), t);
  EXPECT_EQ(queue_.highest_priority(), 0);
  EXPECT_FALSE(queue_.looks_empty());
  EXPECT_EQ(queue_.take_first(3, false), plain);
  EXPECT_TRUE(queue_.looks_empty());
  EXPECT_EQ(queue_.take_first(3, false), nullptr);
}

TEST_F(Shared, WithoutAPriorityTheLeastDeepComesFirstForAThreadThatMayRunAll) {
  Task* const deep = put(1, 0, 9);
  Task* const high = put(1, 0, 2);
  EXPECT_EQ(queue_.take_first(0, false), high);
  EXPECT_EQ(queue_.take_first(0, false), deep);
}

// A thread that waits finds its child at once, whatever else was spilled.
TEST_F(Shared, AWaitingThreadLooksAtItsDeepestTasksFirst) {
  for (int i = 0; i < 2000; ++i) put(i % 3, 0, static_cast<std::uint32_t>(1 + i % 500));
  Task* const child = put(1, 0, 501);
  for (int i = 0; i < 100; ++i) put(1, 0, 20);
  int looks = 0;
  const auto is_child = [&](Task* t) { return ++looks, t == child; };
  EXPECT_TRUE(queue_.has_for(wanted(1, 501, 8, true)));
  EXPECT_EQ(queue_.take(wanted(1, 501, 8, true), is_child).task, child);
  EXPECT_EQ(looks, 1);
  EXPECT_FALSE(queue_.has_for(wanted(1, 501, 8, true)));
  const SharedQueue::Look look = queue_.take(wanted(1, 501, INT_MAX), is_child);
  EXPECT_EQ(look.task, nullptr);
  EXPECT_TRUE(look.at_all);
  EXPECT_LE(looks, 200) << "tasks that are not deep enough need no look";
}

// Its newest prioritised tasks are its children, if it may not run all.
TEST_F(Shared, AWaitingThreadFindsItsPrioritisedChildrenBehindOthers) {
  for (int i = 0; i < 300; ++i) put(1, 5, 1);
  Task* const child = put(1, 5, 2);
  int looks = 0;
  EXPECT_EQ(queue_.take(wanted(1, 2, 8, true), [&](Task* t) { return ++looks, t == child; }).task, child);
  EXPECT_LE(looks, 2);
}

TEST_F(Shared, LooksAreBoundedAndWhatIsRefusedStaysInItsPlace) {
  std::vector<Task*> all;
  for (int i = 0; i < 300; ++i) all.push_back(put(2, 7));
  int looks = 0;
  const auto none = [&](Task*) { return ++looks, false; };
  SharedQueue::Look look = queue_.take(wanted(2, 1, 8), none);
  EXPECT_EQ(look.task, nullptr);
  EXPECT_FALSE(look.at_all);
  EXPECT_EQ(looks, 8);
  look = queue_.take(wanted(2, 1, INT_MAX), none);
  EXPECT_TRUE(look.at_all);
  EXPECT_EQ(looks, 308);
  for (Task* t : all) EXPECT_EQ(queue_.take_first(0, false), t);
}

// A thread that waits looks after each put; it does not begin again with what it refused.
TEST_F(Shared, WhatWasRefusedIsNotLookedAtAgain) {
  for (int i = 0; i < 300; ++i) put(i % 5, i % 2 * 7, static_cast<std::uint32_t>(1 + i % 40));
  EXPECT_EQ(looks_at_new(queue_.puts() - 300), 300);
  const std::uint32_t seen = queue_.puts();
  EXPECT_LE(looks_at_new(seen), 5) << "the first task of a level of priorities is always looked at";
  for (const std::uint32_t depth : {3u, 17u, 30u}) {
    for (const std::int32_t priority : {0, 7, 100}) {
      Task* const child = put(3, priority, depth);
      for (int i = 0; i < 9; ++i) put(i % 4, priority, depth);
      int looks = 0;
      SharedQueue::Wanted again = wanted(2, 1, INT_MAX);
      again.seen = queue_.puts() - 10;
      EXPECT_EQ(queue_.take(again, [&](Task* t) { return ++looks, t == child; }).task, child);
    }
  }
}

// Levels of large keys are sorted: what is put out of order stands before what came earlier.
TEST_F(Shared, ANewTaskIsFoundAlsoWhereItStandsOutOfOrder) {
  for (int i = 0; i < 200; ++i) put(1, 0, 17);
  for (int i = 0; i < 30; ++i) put(1, 0, 17);
  const std::uint32_t seen = queue_.puts();
  Task* const child = put(1, 0, 16);
  SharedQueue::Wanted again = wanted(2, 1, INT_MAX);
  again.seen = seen;
  EXPECT_EQ(queue_.take(again, [&](Task* t) { return t == child; }).task, child);
}

TEST_F(Shared, APartIsFullUntilHalfIsGone) {
  const int most = SharedQueue::kMostPrioritised;
  for (int i = 0; i < most; ++i) {
    EXPECT_FALSE(queue_.is_full(5));
    put(5, 1);
  }
  EXPECT_TRUE(queue_.is_full(5));
  EXPECT_FALSE(queue_.is_full(6));
  put(5, 1);  // finds room all the same
  for (int i = 0; i <= most / 2; ++i) {
    EXPECT_TRUE(queue_.is_full(5));
    EXPECT_NE(queue_.take_first(6, true), nullptr);
  }
  EXPECT_FALSE(queue_.is_full(5));
}

TEST_F(Shared, OfTheMostUrgentATaskWithAPriorityOrNothing) {
  put(0, 0);
  EXPECT_EQ(queue_.take_prioritised(wanted(0, 1, 8, true), [](Task*) { return true; }), nullptr);
  Task* const urgent = put(1, 3);
  EXPECT_EQ(queue_.take_prioritised(wanted(0, 1, 8, true), [](Task* t) { return t->priority > 3; }), nullptr);
  EXPECT_EQ(queue_.take_prioritised(wanted(0, 1, 8, true), [](Task* t) { return t->priority > 2; }), urgent);
}

TEST_F(Shared, InForksChildEverythingComesOut) {
  for (int i = 0; i < 50; ++i) put(i, i % 3);
  int drained = 0;
  queue_.drain_after_fork([&](Task*) { ++drained; });
  EXPECT_EQ(drained, 50);
  EXPECT_TRUE(queue_.looks_empty());
  Task* const t = put(0, 1);
  EXPECT_EQ(queue_.take_first(0, false), t);
}

}  // namespace
}  // namespace xomp::sched
