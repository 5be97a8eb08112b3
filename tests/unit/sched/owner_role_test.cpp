// Owner and raider take turns.
#include "core/sched/policies/parts/owner_role.h"

#include <gtest/gtest.h>

namespace xomp::sched {
namespace {

TEST(OwnerRole, TheOwnerComesAndGoes) {
  OwnerRole role;
  EXPECT_TRUE(role.try_enter());
  EXPECT_FALSE(role.may_raid());
  role.leave();
  EXPECT_TRUE(role.may_raid());
  EXPECT_TRUE(role.try_enter());
  role.leave();
}

TEST(OwnerRole, ARaiderKeepsTheOwnerOut) {
  OwnerRole role;
  role.announce_raid();
  EXPECT_FALSE(role.try_enter());
  EXPECT_TRUE(role.may_raid()) << "who is refused has left";
  EXPECT_FALSE(role.try_enter());
  role.end_raid();
  EXPECT_TRUE(role.try_enter());
  role.leave();
}

TEST(OwnerRole, WhoComesLaterIsTheOneThatWaits) {
  OwnerRole role;
  ASSERT_TRUE(role.try_enter());
  role.announce_raid();
  EXPECT_FALSE(role.may_raid());
  role.leave();
  EXPECT_TRUE(role.may_raid());
  role.end_raid();
}

TEST(OwnerRole, AnewInForksChild) {
  OwnerRole role;
  ASSERT_TRUE(role.try_enter());
  role.announce_raid();
  role.reset();
  EXPECT_TRUE(role.may_raid());
  EXPECT_TRUE(role.try_enter());
}

}  // namespace
}  // namespace xomp::sched
