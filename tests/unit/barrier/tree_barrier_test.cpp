// The tree barrier step by step, on one thread: which thread is last, how the word goes down the tree, late words, giving up.
#include "core/barrier/tree_barrier.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

namespace xomp::barrier {
namespace {

// All arrive in this order; `expected` barriers came before.
void arrive_all(TreeBarrier& tree, const std::vector<std::uint32_t>& order, std::uint64_t expected) {
  for (std::size_t i = 0; i < order.size(); ++i) {
    const TreeBarrier::Arrival arrival = tree.arrive(order[i]);
    ASSERT_EQ(arrival.is_last, i + 1 == order.size()) << "thread " << order[i] << " of " << order.size();
    ASSERT_EQ(arrival.before, expected);
  }
}

std::vector<std::uint32_t> numbers(std::uint32_t size) {
  std::vector<std::uint32_t> order(size);
  std::iota(order.begin(), order.end(), 0U);
  return order;
}

void prepare(TreeBarrier& tree, std::uint32_t size, std::uint32_t completions) { tree.prepare(size, completions, nullptr, nullptr); }

// Lets all go, each when it is told; thread 0 knows by itself. Returns how many have gone.
std::size_t let_all_go(TreeBarrier& tree, std::uint32_t size, std::uint64_t before) {
  std::vector<bool> gone(size, false);
  std::vector<std::uint32_t> wave{0};
  for (std::size_t at = 0; at < wave.size(); ++at) {
    gone[wave[at]] = true;
    tree.let_go(wave[at], before);
    if (at + 1 < wave.size()) continue;
    for (std::uint32_t i = 1; i < size; ++i)
      if (!gone[i] && tree.is_told(i, before)) wave.push_back(i);
  }
  return wave.size();
}

TEST(TreeBarrier, OnlyTheLastThreadKnowsAndTheWordGoesDownTheTree) {
  std::mt19937 random(1);
  for (const std::uint32_t fan_out : {2U, 4U, 64U})
    for (const std::uint32_t size : {2U, 3U, 8U, 9U, 64U, 65U, 192U, 384U, 4096U}) {
      TreeBarrier tree(size, fan_out);
      prepare(tree, size, 7);
      std::vector<std::uint32_t> order = numbers(size);
      for (std::uint64_t before = 7; before < 10; ++before) {
        arrive_all(tree, order, before);
        EXPECT_EQ(let_all_go(tree, size, before), size);
        std::shuffle(order.begin(), order.end(), random);
      }
    }
}

// The number that threads compare has 48 bits; only its lower 16 are those of the barrier's word.
TEST(TreeBarrier, TheNumberDoesNotComeRound) {
  TreeBarrier tree(5, 2);
  prepare(tree, 5, 0xffff);
  arrive_all(tree, numbers(5), 0xffff);
  arrive_all(tree, numbers(5), 0x10000);
  prepare(tree, 3, 1);
  arrive_all(tree, numbers(3), 0x10001);
  prepare(tree, 5, 0);  // 0xfffe barriers lie between
  arrive_all(tree, numbers(5), 0x20000);
}

// Threads 2 and 3 leave a barrier of four late, when a barrier of two is over and one of four is under way.
TEST(TreeBarrier, ALateWordLetsNobodyGo) {
  TreeBarrier tree(4, 2);
  prepare(tree, 4, 0);
  arrive_all(tree, numbers(4), 0);
  tree.let_go(0, 0);
  EXPECT_TRUE(tree.is_told(1, 0) && tree.is_told(2, 0));
  EXPECT_FALSE(tree.is_told(3, 0));
  prepare(tree, 2, 1);
  tree.let_go(2, 0);  // thread 2 has no listeners in this shape, or those of the last one
  arrive_all(tree, numbers(2), 1);
  EXPECT_FALSE(tree.is_told(1, 1));
  tree.let_go(0, 1);
  EXPECT_TRUE(tree.is_told(1, 1));
  prepare(tree, 4, 2);
  arrive_all(tree, numbers(4), 2);
  tree.let_go(2, 0);
  for (const std::uint32_t thread : numbers(4)) EXPECT_FALSE(tree.is_told(thread, 2));
  tree.let_go(0, 2);
  tree.let_go(2, 2);
  for (const std::uint32_t thread : {1U, 2U, 3U}) EXPECT_TRUE(tree.is_told(thread, 2));
}

TEST(TreeBarrier, StartsAnewAfterItWasGivenUp) {
  TreeBarrier tree(6, 2);
  prepare(tree, 6, 0);
  for (const std::uint32_t thread : {1U, 2U, 3U, 4U}) EXPECT_FALSE(tree.arrive(thread).is_last);
  tree.forget();
  prepare(tree, 6, 1);
  arrive_all(tree, numbers(6), 1);
  prepare(tree, 6, 2);  // as it is
  arrive_all(tree, numbers(6), 2);
}

}  // namespace
}  // namespace xomp::barrier
