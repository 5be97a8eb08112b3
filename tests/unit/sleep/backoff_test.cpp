// How long a wait may spin follows from the waits before it.
#include "core/sleep/backoff.h"

#include <gtest/gtest.h>

#include "core/sleep/long_wait.h"
#include "platform/clock.h"

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

// The sensor's look, which usually comes before a sleep, counts the active roots and forgets old evidence.
class SensorIsAsked : public ::testing::Test {
 protected:
  void SetUp() override {
    own_threads.active_roots.store(kUncounted, relaxed);
    other_threads.want_processors.store(false, relaxed);
  }
  void TearDown() override {
    own_threads.active_roots.store(1, relaxed);
    own_threads.processors.store(processors_, relaxed);
    icv::global.spin_ns.store(asked_, relaxed);
  }
  template <class Wait>
  static void expect_after(Wait&& wait) {
    const std::uint64_t end = platform::now_ns() + 20'000'000'000;
    while (own_threads.active_roots.load(relaxed) == kUncounted && platform::now_ns() < end) wait();
    EXPECT_EQ(own_threads.active_roots.load(relaxed), 1);
  }

  static constexpr std::int32_t kUncounted = 7;
  WaitHistory history_;

 private:
  const std::int64_t asked_ = icv::global.spin_ns.load(relaxed);
  const std::int32_t processors_ = own_threads.processors.load(relaxed);
};

// Else such a wait would believe in others for ever after one gap, and not yield any more.
TEST_F(SensorIsAsked, ByAWaitThatNeverSleeps) {
  icv::global.spin_ns.store(icv::kSpinForever, relaxed);
  own_threads.processors.store(2 * kUncounted, relaxed);
  Backoff backoff(history_);
  expect_after([&] { ASSERT_NE(backoff.step(), Step::sleep); });
}

// Else each of these yields may give another program a slice, and no wait would find that out.
TEST_F(SensorIsAsked, ByWaitsThatEndAfterOneYield) {
  icv::global.spin_ns.store(icv::kSpinLearnt, relaxed);
  own_threads.processors.store(1, relaxed);
  expect_after([&] {
    Backoff backoff(history_);
    EXPECT_EQ(backoff.step(), Step::yielded);
    backoff.finish();
  });
}

TEST(Backoff, AWaitThatSleepsLooksDeeperThen) {
  const std::int64_t asked = icv::global.spin_ns.exchange(icv::kSpinLearnt, relaxed);
  WaitHistory history;
  Backoff backoff(history);
  while (backoff.step() != Step::sleep) EXPECT_FALSE(backoff.is_time_to_look_deeper());
  icv::global.spin_ns.store(asked, relaxed);
}

TEST(Backoff, AWaitIsNotedFromItsFirstSlowStepToItsEnd) {
  WaitHistory history;
  Backoff backoff(history);
  own_long_wait = {};  // other tests leave waits without an end
  while (backoff.step() != Step::sleep) {
  }
  EXPECT_EQ(own_long_wait.backoff, &backoff);
  EXPECT_EQ(own_long_wait.history, &history);
  backoff.restart();  // the thread has done something else, and goes on waiting
  EXPECT_EQ(own_long_wait.backoff, &backoff);
  backoff.finish();
  EXPECT_EQ(own_long_wait.backoff, nullptr);
}

}  // namespace
}  // namespace xomp::sleep
