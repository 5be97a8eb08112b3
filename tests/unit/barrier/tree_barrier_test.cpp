// The tree barrier step by step, on one thread: who is last, what completes it, late words, giving up.
#include "core/barrier/tree_barrier.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace xomp::barrier {
namespace {

struct Tree {
  Tree(std::uint32_t fan_out, std::uint32_t capacity)
      : seats(new TreeBarrier::Seat[capacity]), groups(new TreeBarrier::Group[TreeShape(fan_out).all_groups(capacity)]) {
    barrier.set_memory(TreeShape(fan_out), capacity, seats.get(), groups.get());
  }
  std::unique_ptr<TreeBarrier::Seat[]> seats;
  std::unique_ptr<TreeBarrier::Group[]> groups;
  TreeBarrier barrier;
};

struct Waiter {
  bool nothing_left = true;
  bool cancelled = false;
  int completions = 0;
  Meanwhile meanwhile(const Arrival&) { return Meanwhile::idle; }
  bool quiescent() { return nothing_left; }
  bool given_up() { return cancelled; }
  void completed() { ++completions; }
};

TEST(TreeBarrier, OnlyTheLastCompletesAndTheWordGoesDownTheTree) {
  for (std::uint32_t size : {1u, 2u, 4u, 5u, 17u, 64u}) {
    Tree tree(4, 64);
    Waiter waiter;
    std::vector<Arrival> arrivals;
    for (std::uint32_t i = size; i-- > 0;) {
      arrivals.push_back(tree.barrier.arrive(i, size, waiter));
      EXPECT_EQ(arrivals.back().last, i == 0);
      EXPECT_EQ(waiter.completions, i == 0 ? 1 : 0);
    }
    // arrivals[k] is of thread size - 1 - k; thread 0 reads the root itself.
    for (const Arrival& a : arrivals) EXPECT_EQ(tree.barrier.is_over(a), a.number == 0);
    for (std::uint32_t i = 0; i < size; ++i) {
      const Arrival& a = arrivals[size - 1 - i];
      EXPECT_TRUE(tree.barrier.is_over(a)) << i;
      tree.barrier.let_others_go(a);
    }
  }
}

TEST(TreeBarrier, WaitsForTheLastTask) {
  Tree tree(2, 2);
  Waiter waiter{.nothing_left = false};
  const Arrival first = tree.barrier.arrive(1, 2, waiter);
  EXPECT_FALSE(tree.barrier.try_complete(first, waiter));
  const Arrival last = tree.barrier.arrive(0, 2, waiter);
  EXPECT_TRUE(last.last);
  EXPECT_FALSE(tree.barrier.try_complete(last, waiter));
  EXPECT_FALSE(tree.barrier.has_news(first, waiter));
  waiter.nothing_left = true;
  EXPECT_TRUE(tree.barrier.has_news(first, waiter));
  EXPECT_TRUE(tree.barrier.try_complete(first, waiter));  // any waiting thread
  EXPECT_FALSE(tree.barrier.try_complete(last, waiter));
  EXPECT_TRUE(tree.barrier.is_over_at_root(last));
  EXPECT_EQ(waiter.completions, 1);
}

// Nothing left before all are here means nothing: who is still to come may create tasks.
TEST(TreeBarrier, QuiescenceCountsOnlyWhenAllAreHere) {
  Tree tree(2, 3);
  Waiter waiter;
  const Arrival a = tree.barrier.arrive(0, 3, waiter), b = tree.barrier.arrive(1, 3, waiter);
  EXPECT_FALSE(tree.barrier.try_complete(a, waiter));
  EXPECT_FALSE(tree.barrier.has_news(b, waiter));
  EXPECT_FALSE(tree.barrier.is_over_at_root(b));
}

// Thread 2 leaves a barrier of four late, when a barrier of two and one of four are under way: what it tells thread 3 is of
// the earlier one.
TEST(TreeBarrier, ALateWordLetsNobodyGo) {
  Tree tree(2, 4);
  Waiter waiter;
  Arrival first[4];
  for (std::uint32_t i = 0; i < 4; ++i) first[i] = tree.barrier.arrive(i, 4, waiter);
  tree.barrier.let_others_go(first[3]);  // it was the last
  tree.barrier.let_others_go(first[0]);
  tree.barrier.let_others_go(first[1]);
  for (std::uint32_t i : {0u, 1u}) {
    const Arrival a = tree.barrier.arrive(i, 2, waiter);
    EXPECT_EQ(tree.barrier.is_over_at_root(a), i == 1);
    tree.barrier.let_others_go(Arrival{i, 2, a.before, false});
  }
  tree.barrier.sit_down(3);
  const Arrival again = tree.barrier.arrive(3, 4, waiter);
  EXPECT_FALSE(tree.barrier.is_over(again));
  EXPECT_TRUE(tree.barrier.is_over(first[2]));
  tree.barrier.let_others_go(first[2]);  // late: writes to seat 3
  EXPECT_FALSE(tree.barrier.is_over(again));
}

TEST(TreeBarrier, StartsAnewAfterItWasGivenUp) {
  Tree tree(2, 4);
  Waiter waiter{.cancelled = true};
  EXPECT_EQ(tree.barrier.pass(2, 4, waiter), TreeBarrier::Passage::given_up);
  EXPECT_EQ(tree.barrier.pass(3, 4, waiter), TreeBarrier::Passage::given_up);
  tree.barrier.reset();
  waiter.cancelled = false;
  for (std::uint32_t i = 0; i < 4; ++i) EXPECT_EQ(tree.barrier.arrive(i, 4, waiter).last, i == 3);
}

}  // namespace
}  // namespace xomp::barrier
