// REGION-1 and CLOSE-1: regions are seen, idle threads close the word, a closed word starts nothing.
#include "core/team/region_word.h"

#include <gtest/gtest.h>
#include <thread>
#include <vector>

namespace xomp::team {
namespace {

constexpr std::uint64_t kMillisecond = 1'000'000, kForever = 0;

TEST(RegionWord, EachRegionHasANumberAndASize) {
  RegionWord word;
  const std::uint32_t first = word.look().number();
  ASSERT_TRUE(word.start(kMaxTeamSize));
  EXPECT_NE(word.look().number(), first);
  EXPECT_EQ(word.look().size(), kMaxTeamSize);
  EXPECT_FALSE(word.look().closed());
}

// What the environment allows (OMP_NUM_THREADS) is what a region can have.
TEST(RegionWord, TheLargestTeamIsTheLargestNumberThatIsAllowed) {
  EXPECT_EQ(kMaxTeamSize, icv::kMaxThreads);
  RegionWord word;
  ASSERT_TRUE(word.start(icv::kMaxThreads));
  EXPECT_EQ(word.look().size(), icv::kMaxThreads);
}

TEST(RegionWord, NumbersWrapWithoutTouchingTheOtherFields) {
  RegionWord word;
  for (int i = 0; i < (1 << 14) + 5; ++i) ASSERT_TRUE(word.start(3));
  EXPECT_EQ(word.look().number(), 5u);
  EXPECT_EQ(word.look().size(), 3);
  EXPECT_FALSE(word.look().closed());
}

TEST(RegionWord, AThreadThatSleptItsLifeClosesTheWordForAll) {
  RegionWord word;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&word, i] {
      const sleep::Present present;
      sleep::WaitHistory history;
      const RegionWord::Seen seen = word.wait_after(0, history, i == 0 ? kMillisecond : kForever);
      EXPECT_TRUE(seen.closed());
      EXPECT_EQ(seen.number(), 0u);
    });
  }
  for (std::thread& t : threads) t.join();
  EXPECT_FALSE(word.start(4));
  EXPECT_TRUE(word.look().closed());
  word.open();
  EXPECT_FALSE(word.look().closed());
  EXPECT_TRUE(word.start(4));
}

TEST(RegionWord, ARegionThatBeganBeforeTheClosingIsNotMissed) {
  RegionWord word;
  ASSERT_TRUE(word.start(2));
  std::thread([&word] {  // takes no part in it, sleeps, closes
    const sleep::Present present;
    sleep::WaitHistory history;
    EXPECT_TRUE(word.wait_after(word.look().number(), history, kMillisecond).closed());
  }).join();
  const sleep::Present present;
  sleep::WaitHistory history;
  const RegionWord::Seen seen = word.wait_after(0, history, kForever);  // had not looked yet
  EXPECT_EQ(seen.number(), 1u);
  EXPECT_EQ(seen.size(), 2);
}

}  // namespace
}  // namespace xomp::team
