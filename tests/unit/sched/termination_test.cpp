// Counting tasks where they happen: who finds that none is left, and when not.
#include "core/sched/termination.h"

#include <gtest/gtest.h>

namespace xomp::sched {
namespace {

TEST(Termination, OverWhenTheLastThreadFallsIdle) {
  Termination team;
  TaskBalance a, b;
  team.open(2);
  EXPECT_FALSE(team.is_over());
  EXPECT_FALSE(a.fall_idle(team));
  EXPECT_FALSE(team.is_over());  // the other may create tasks yet
  EXPECT_TRUE(b.fall_idle(team));
  EXPECT_TRUE(team.is_over());
}

TEST(Termination, AnEndMayBeAddedBeforeItsCreation) {
  Termination team;
  TaskBalance creator, executor;
  team.open(2);
  creator.count_created();
  executor.count_ended();
  EXPECT_FALSE(executor.fall_idle(team));
  EXPECT_FALSE(team.is_over());
  EXPECT_TRUE(creator.fall_idle(team));
}

// The thief has one child unfinished in its own balance when the word's sum of tasks becomes 0.
TEST(Termination, AThreadThatWokeUpHoldsTheWord) {
  Termination team;
  TaskBalance owner, thief;
  team.open(2);
  EXPECT_FALSE(thief.fall_idle(team));
  owner.count_created();
  EXPECT_FALSE(owner.fall_idle(team));  // the word: one task, nobody at work
  EXPECT_FALSE(team.is_over());
  thief.wake_up(team);                  // takes it
  thief.count_created();
  thief.count_created();
  thief.count_ended();
  owner.wake_up(team);                  // takes one of the children
  owner.count_ended();
  EXPECT_FALSE(owner.fall_idle(team));  // the word: no task, but the thief is at work
  EXPECT_FALSE(team.is_over());
  thief.count_ended();
  EXPECT_TRUE(thief.fall_idle(team));
}

TEST(Termination, WakingUpTwiceCountsOnce) {
  Termination team;
  TaskBalance only;
  team.open(1);
  only.wake_up(team);
  EXPECT_TRUE(only.fall_idle(team));
  only.wake_up(team);
  only.wake_up(team);
  EXPECT_FALSE(only.is_idle());
  EXPECT_TRUE(only.fall_idle(team));
}

TEST(Termination, ManyTasksAndThreads) {
  Termination team;
  TaskBalance creator, executor;
  team.open(3);
  for (int i = 0; i < 100'000; ++i) creator.count_created(), executor.count_ended();
  EXPECT_FALSE(executor.fall_idle(team));  // far below 0
  EXPECT_FALSE(creator.fall_idle(team));
  EXPECT_FALSE(team.is_over());
}

}  // namespace
}  // namespace xomp::sched
