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

}  // namespace
}  // namespace xomp::sleep
