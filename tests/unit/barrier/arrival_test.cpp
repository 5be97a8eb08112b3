// Arrivals in groups step by step, on one thread: which one is last, what it is told, when groups start anew.
#include "core/barrier/arrival.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

namespace xomp::barrier {
namespace {

// All arrive in this order; `expected` barriers came before.
void arrive_all(GroupedArrivals& arrivals, const std::vector<std::uint32_t>& order, std::uint32_t expected) {
  const auto size = static_cast<std::uint32_t>(order.size());
  for (std::uint32_t i = 0; i < size; ++i) {
    const BarrierWord::Seen seen = arrivals.arrive(order[i], size);
    ASSERT_EQ(seen.arrived() == size, i + 1 == size) << "thread " << order[i] << " of " << size;
    ASSERT_EQ(seen.completions(), expected);
  }
}

std::vector<std::uint32_t> numbers(std::uint32_t size) {
  std::vector<std::uint32_t> order(size);
  std::iota(order.begin(), order.end(), 0U);
  return order;
}

TEST(GroupedArrivals, OnlyTheLastThreadKnowsThatAllAreHere) {
  std::mt19937 random(1);
  for (const std::uint32_t size : {9U, 16U, 17U, 64U, 65U, 192U, 513U, 32768U}) {
    GroupedArrivals arrivals;
    arrivals.prepare(size, 7);
    std::vector<std::uint32_t> order = numbers(size);
    for (std::uint32_t barrier = 7; barrier < 10; ++barrier) {
      arrive_all(arrivals, order, barrier);
      std::shuffle(order.begin(), order.end(), random);
    }
  }
}

TEST(GroupedArrivals, TheNumberOfBarriersComesRound) {
  GroupedArrivals arrivals;
  arrivals.prepare(9, 0xffff);
  arrive_all(arrivals, numbers(9), 0xffff);
  arrive_all(arrivals, numbers(9), 0);
}

TEST(GroupedArrivals, StartAnewAfterBarriersOfFewThreads) {
  GroupedArrivals arrivals;
  arrivals.prepare(20, 0);
  arrive_all(arrivals, numbers(20), 0);
  arrivals.prepare(20, 1);  // as it is
  arrive_all(arrivals, numbers(20), 1);
  arrivals.prepare(20, 5);  // three barriers of few threads lie between
  arrive_all(arrivals, numbers(20), 5);
  arrivals.prepare(12, 6);
  arrive_all(arrivals, numbers(12), 6);
  arrivals.prepare(20, 7);  // the third group has not counted the last one
  arrive_all(arrivals, numbers(20), 7);
}

TEST(GroupedArrivals, StartAnewAfterABarrierThatWasGivenUp) {
  GroupedArrivals arrivals;
  arrivals.prepare(20, 0);
  for (std::uint32_t i = 0; i < 19; ++i) arrivals.arrive(i, 20);
  arrivals.forget();
  arrivals.prepare(20, 0);
  arrive_all(arrivals, numbers(20), 0);
}

// From {n, 0} in one step, or in two when there are tasks.
TEST(BarrierWord, TheLastThreadOfALargeTeamWritesTheWord) {
  BarrierWord word;
  const BarrierWord::Seen all = word.look().with(100);
  EXPECT_TRUE(word.try_complete(all.with(0)));
  EXPECT_EQ(word.look().completions(), 1U);
  EXPECT_EQ(word.look().arrived(), 0U);
  EXPECT_FALSE(word.try_complete(all));
  const BarrierWord::Seen next = word.look().with(100);
  word.announce_all(next);
  EXPECT_EQ(word.look().arrived(), 100U);
  EXPECT_TRUE(word.try_complete(next));
  EXPECT_EQ(word.look().completions(), 2U);
}

}  // namespace
}  // namespace xomp::barrier
