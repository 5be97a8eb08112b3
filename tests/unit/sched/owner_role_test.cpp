// Owner and raider take turns.
#include "core/sched/policies/parts/owner_role.h"

#include <gtest/gtest.h>

namespace xomp::sched {
namespace {

constexpr std::int32_t kRaider = 7;

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
  role.announce_raid(kRaider);
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
  role.announce_raid(kRaider);
  EXPECT_FALSE(role.may_raid());
  role.leave();
  EXPECT_TRUE(role.may_raid());
  role.end_raid();
}

TEST(OwnerRole, OneRaiderAtATime) {
  OwnerRole role;
  ASSERT_TRUE(role.announce_raid(kRaider));
  EXPECT_FALSE(role.announce_raid(kRaider + 1));
  EXPECT_TRUE(role.is_announced_by(kRaider));
  EXPECT_FALSE(role.is_announced_by(kRaider + 1));
  role.end_raid();
  EXPECT_FALSE(role.is_announced_by(kRaider));
  EXPECT_TRUE(role.announce_raid(kRaider + 1));
}

TEST(OwnerRole, IsDesertedUntilTheOwnerComesForATask) {
  OwnerRole role;
  EXPECT_FALSE(role.is_deserted()) << "seen for the first time";
  EXPECT_TRUE(role.is_deserted());
  role.note_look();
  EXPECT_FALSE(role.is_deserted());
  EXPECT_TRUE(role.is_deserted());
}

TEST(OwnerRole, AnewInForksChild) {
  OwnerRole role;
  ASSERT_TRUE(role.try_enter());
  role.announce_raid(kRaider);
  role.reset();
  EXPECT_TRUE(role.may_raid());
  EXPECT_TRUE(role.try_enter());
}

}  // namespace
}  // namespace xomp::sched
