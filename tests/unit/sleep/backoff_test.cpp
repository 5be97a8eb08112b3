// How long a wait may spin follows from the waits before it.
#include "core/sleep/backoff.h"

#include <gtest/gtest.h>

namespace xomp::sleep {
namespace {

constexpr std::uint64_t kShort_ns = 10'000;
constexpr std::uint64_t kMedium_ns = 300'000;
constexpr std::uint64_t kLong_ns = 20'000'000;

TEST(WaitHistory, ShortWaitsDoNotSendALongerOneToSleep) {
  WaitHistory history;
  history.learn(kMedium_ns);
  for (int i = 0; i < 100; ++i) history.learn(kShort_ns);
  EXPECT_GE(history.budget_ns, kMedium_ns);
}

TEST(WaitHistory, OneLongWaitAmongShorterOnesDoesNotSendTheNextToSleep) {
  WaitHistory history;
  history.learn(kMedium_ns);
  history.learn(kLong_ns);
  EXPECT_GE(history.budget_ns, kMedium_ns);
}

TEST(WaitHistory, LongWaitsTogetherSpinNoLongerThanOneMay) {
  WaitHistory history;
  std::uint64_t spun_ns = 0;
  for (int i = 0; i < 50; ++i) {
    spun_ns += history.budget_ns;
    history.learn(kLong_ns);
  }
  EXPECT_LE(spun_ns, kLongestSpin_ns);
  EXPECT_EQ(history.budget_ns, history.least_ns);
}

TEST(WaitHistory, TheBudgetStaysWithinItsBounds) {
  WaitHistory history;
  history.learn(kLongestSpin_ns);
  EXPECT_EQ(history.budget_ns, kLongestSpin_ns);
  for (int i = 0; i < 200; ++i) history.learn(kLong_ns);
  EXPECT_EQ(history.budget_ns, history.least_ns);
}

TEST(WaitHistory, WhileOthersWantTheProcessorsItSpinsAsLongAsShortWaitsTook) {
  WaitHistory history;
  for (int i = 0; i < 50; ++i) history.learn(kShort_ns);
  EXPECT_EQ(history.pressed_ns, 2 * kShort_ns);
  history.learn(kLong_ns);  // another program's slice
  EXPECT_LE(history.pressed_ns, 2 * kShort_ns);
  EXPECT_GE(history.pressed_ns, kShort_ns);
  for (int i = 0; i < 50; ++i) history.learn(kMedium_ns);  // all waits are too long to spin for
  EXPECT_EQ(history.pressed_ns, kLeastPressed_ns);
  history.learn(kLongestPressed_ns);
  EXPECT_EQ(history.pressed_ns, kLongestPressed_ns);
}

// With OMP_WAIT_POLICY=active no step says that it is time to sleep, and tasks that only a raid finds would lie for ever.
TEST(Backoff, AWaitThatNeverSleepsLooksDeeperNowAndThen) {
  const std::int64_t asked = icv::global.spin_ns.exchange(icv::kSpinForever, relaxed);
  WaitHistory history;
  Backoff backoff(history);
  for (int looks = 0; looks < 3;) {
    ASSERT_NE(backoff.step(), Step::sleep);
    if (backoff.is_time_to_look_deeper()) ++looks;
    EXPECT_FALSE(backoff.is_time_to_look_deeper());  // said once
  }
  icv::global.spin_ns.store(asked, relaxed);
}

TEST(Backoff, AWaitThatSleepsLooksDeeperThen) {
  const std::int64_t asked = icv::global.spin_ns.exchange(icv::kSpinLearnt, relaxed);
  WaitHistory history;
  Backoff backoff(history);
  while (backoff.step() != Step::sleep) EXPECT_FALSE(backoff.is_time_to_look_deeper());
  icv::global.spin_ns.store(asked, relaxed);
}

}  // namespace
}  // namespace xomp::sleep
