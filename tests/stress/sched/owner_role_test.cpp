// The owner works on plain data under its role, raiders one at a time now and then: nobody finds the other there. What they
// share is plain, so a thread sanitizer sees it, too, if the hand-over has no order.
#include "core/sched/owner_role.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <thread>

#include "stress/engine.h"

namespace xomp::sched {
namespace {

TEST(OwnerRole, OneAtATime) {
  if (!platform::fence_heavy()) GTEST_SKIP() << "no heavy fences here";
  constexpr long kRounds = 2'000'000 / testing::kScale, kRaids = 2'000 / testing::kScale;
  OwnerRole role;
  long a = 0, b = 0;  // plain; equal whenever somebody comes in
  long refused = 0, raids = 0;
  atomic<bool> over{false};
  std::thread raider([&] {
    while (!over.load(acquire)) {
      role.announce_raid();
      platform::fence_heavy();
      if (role.may_raid()) {
        EXPECT_EQ(a, b);
        ++a;
        testing::work(20);
        ++b;
        ++raids;
      }
      role.end_raid();
      testing::work(200);
    }
  });
  long rounds = 0;
  const auto enter = [&] {
    if (!role.try_enter()) {
      if (++refused % 64 == 0) std::this_thread::yield();
      return;
    }
    ASSERT_EQ(a, b);
    ++a;
    testing::work(rounds % 8);
    ++b;
    role.leave();
    ++rounds;
  };
  while (rounds < kRounds) enter();
  // The raider, too, has its share, however the two were scheduled.
  EXPECT_TRUE(testing::comes_about([&] {
    enter();
    if (!role.try_enter()) return false;
    const bool enough = a - rounds >= kRaids;
    role.leave();
    return enough;
  }));
  over.store(true, release);
  raider.join();
  EXPECT_EQ(a, rounds + raids);
  EXPECT_EQ(b, a);
  std::printf("%ld rounds, %ld raids, %ld times refused\n", rounds, raids, refused);
}

}  // namespace
}  // namespace xomp::sched
