// Sleeping on a word: what ends a sleep, and who is meant by a wake-up.
#include "platform/futex.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <climits>
#include <thread>

namespace xomp::platform {
namespace {

TEST(Futex, DoesNotSleepOnAnotherValue) {
  atomic<std::uint32_t> word{1};
  EXPECT_EQ(futex_wait(word, 0), WaitResult::woken_or_changed);
  EXPECT_EQ(futex_wait(word, 0, 0, 1), WaitResult::woken_or_changed);
}

TEST(Futex, SleepsNoLongerThanItsLimitAndKeepsErrno) {
  atomic<std::uint32_t> word{0};
  errno = EDOM;
  EXPECT_EQ(futex_wait(word, 0, 1'000'000), WaitResult::timed_out);
  EXPECT_EQ(futex_wait(word, 0, 1'000'000, 4), WaitResult::timed_out);
  EXPECT_EQ(errno, EDOM);
}

// The word does not change here: only a wake-up ends a sleep. Woken again and again, as a sleeper may not be asleep yet.
void expect_woken(Sleepers as, Sleepers whom) {
  atomic<std::uint32_t> word{0};
  atomic<bool> awake{false};
  std::thread sleeper([&] {
    EXPECT_EQ(futex_wait(word, 0, 0, as), WaitResult::woken_or_changed);
    awake.store(true, release);
  });
  while (!awake.load(acquire)) futex_wake(word, INT_MAX, whom);
  sleeper.join();
}

TEST(Futex, WakesThoseWhoAreMeant) {
  expect_woken(kAllSleepers, kAllSleepers);
  expect_woken(1u << 31, kAllSleepers);
  expect_woken(kAllSleepers, 2);
  expect_woken(6, 2);
}

TEST(Futex, LetsOthersSleep) {
  atomic<std::uint32_t> word{0};
  atomic<bool> over{false};
  std::thread waker([&] {
    while (!over.load(acquire)) futex_wake(word, INT_MAX, ~Sleepers{2});
  });
  EXPECT_EQ(futex_wait(word, 0, 20'000'000, 2), WaitResult::timed_out);
  over.store(true, release);
  waker.join();
}

}  // namespace
}  // namespace xomp::platform
