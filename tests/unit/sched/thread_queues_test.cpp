// Which threads the policies over XQueues put tasks for: not for those that nobody comes from.
#include "core/sched/policies/parts/thread_queues.h"

#include <gtest/gtest.h>

#include <set>

#include "unit/sched/fake_team.h"

namespace xomp::sched {
namespace {

class Turns : public ::testing::Test {
 protected:
  // Whose turns come up in two rounds.
  std::set<int> targets_of(int number) {
    std::set<int> targets;
    for (int i = 0; i < 2 * kThreads; ++i) targets.insert(queues_.next_target(team_[number], &task_));
    return targets;
  }

  static constexpr int kThreads = 4;
  FakeTeam team_{kThreads};
  ThreadQueues queues_{kThreads, 8};
  Task task_{};
};

TEST_F(Turns, AllThreadsHaveTheirTurn) { EXPECT_EQ(targets_of(0), (std::set<int>{0, 1, 2, 3})); }

TEST_F(Turns, ANumberWithoutAThreadHasNoneUntilAThreadLooksForATaskThere) {
  queues_.leave(1);
  queues_.leave(3);
  EXPECT_EQ(targets_of(0), (std::set<int>{0, 2}));
  EXPECT_EQ(targets_of(2), (std::set<int>{0, 2}));
  EXPECT_EQ(queues_.get(team_[3], Allowed::any), nullptr);
  EXPECT_EQ(targets_of(0), (std::set<int>{0, 2, 3}));
}

TEST_F(Turns, WhatWasPutBeforeIsStillThere) {
  ASSERT_TRUE(queues_.put(team_[0], 1, &task_));
  queues_.leave(1);
  EXPECT_EQ(targets_of(0), (std::set<int>{0, 2, 3}));
  EXPECT_EQ(queues_.get(team_[1], Allowed::any), &task_);
  EXPECT_EQ(targets_of(0), (std::set<int>{0, 1, 2, 3}));
}

TEST_F(Turns, ARequestOfAThreadThatHasLeftGetsNothing) {
  ASSERT_TRUE(queues_.put(team_[2], 0, &task_));
  queues_.leave(1);
  EXPECT_EQ(queues_.take_for(team_[0], 1), nullptr);
  EXPECT_EQ(queues_.take_for(team_[0], 3), &task_);
}

}  // namespace
}  // namespace xomp::sched
