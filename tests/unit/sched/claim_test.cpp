// CLAIM-1: who gets the number of a thread that is late does not get its queue.
#include <gtest/gtest.h>

#include "core/sched/policy.h"
#include "unit/sched/fake_team.h"

namespace xomp::sched {
namespace {

class Claims : public ::testing::Test {
 protected:
  void SetUp() override {
    Mistake mistake{};
    ASSERT_TRUE(choose_policy("xqueue", mistake));
    prepare_policy(team(), 4);
    for (int i = 0; i < 3; ++i) claim_object(thread(i));
  }
  void TearDown() override {
    Mistake mistake{};
    ASSERT_TRUE(choose_policy("auto", mistake));
  }
  TeamThread& thread(int number) { return *threads_[number].thread; }
  TeamTasks& team() { return *thread(0).team; }
  PolicyObject* object() { return team().policy_object.load(relaxed); }

  FakeTeam threads_{4};
};

TEST_F(Claims, ANumberThatNobodyHasKeepsTheObject) {
  PolicyObject* const before = object();
  make_room_for(team(), 3, 4);
  EXPECT_EQ(object(), before);
}

TEST_F(Claims, ALateThreadGoesOnAloneInTheOldObject) {
  PolicyObject* const before = object();
  make_room_for(team(), 2, 4);  // thread 2 was dismissed and has not left
  EXPECT_NE(object(), before);
  EXPECT_EQ(thread(2).policy_object, before);
  EXPECT_EQ(thread(2).policy_state, before->state);
  claim_object(thread(0));  // its next region
  EXPECT_EQ(thread(0).policy_object, object());
  EXPECT_NE(thread(0).policy_state, before->state);
}

TEST_F(Claims, AThreadThatHasLeftLeavesItsQueueToTheNext) {
  PolicyObject* const before = object();
  leave_object(thread(2));
  make_room_for(team(), 2, 4);
  EXPECT_EQ(object(), before);
}

TEST_F(Claims, AnOldObjectIsUsedAgainWhenNobodyIsLeftInIt) {
  PolicyObject* const first = object();
  make_room_for(team(), 2, 4);
  PolicyObject* const second = object();
  for (int i = 0; i < 2; ++i) claim_object(thread(i));
  leave_object(thread(2));
  claim_object(thread(2));  // with another part of the team, in the new object
  make_room_for(team(), 2, 4);
  EXPECT_EQ(object(), first);
  EXPECT_NE(second, first);
}

TEST_F(Claims, PoliciesWhoseQueuesStayWithTheThreadKeepTheirObject) {
  Mistake mistake{};
  ASSERT_TRUE(choose_policy("deque", mistake));
  PolicyObject* const before = object();
  make_room_for(team(), 2, 4);
  EXPECT_EQ(object(), before);
}

}  // namespace
}  // namespace xomp::sched
