// The tree barrier alone, with threads that leave by their teller's word or by the barrier's, linger before they tell, come and go between
// regions, and give barriers up. What the barriers order is plain data.
#include "core/barrier/tree_barrier.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "core/barrier/barrier_word.h"
#include "stress/engine.h"

namespace xomp::barrier {
namespace {

using testing::kScale;
using testing::Random;

constexpr std::uint32_t kThreads = 8;

// What a team shares.
struct Shared {
  explicit Shared(std::uint32_t fan_out, std::uint64_t s) : seed(s), tree(kThreads, fan_out) {}

  const std::uint64_t seed;
  BarrierWord word;
  TreeBarrier tree;
  std::atomic<bool> cancelled{false};
  std::atomic<std::uint32_t> left{0};
  std::atomic<int> opened{0};  // regions begun
  int cells[2][kThreads] = {};

  Random plan_of(int region) const { return Random(seed ^ static_cast<std::uint64_t>(region) << 20); }
  std::uint32_t size_of(int region) const { return static_cast<std::uint32_t>(2 + plan_of(region).below(kThreads - 1)); }
};

struct Part {
  Shared& s;
  std::uint32_t number;
  Random random;

  // Returns false if the barrier was given up.
  bool pass() {
    const TreeBarrier::Arrival mine = s.tree.arrive(number);
    const auto arrival = BarrierWord::Seen::after(static_cast<std::uint32_t>(mine.before));
    if (!mine.is_last) {
      if (!is_let_go(mine.before, arrival)) return false;
    } else if (!s.word.try_complete(arrival)) {
      ADD_FAILURE() << "nobody else completes";
    }
    while (random.below(8) == 0) std::this_thread::yield();  // a late teller
    s.tree.let_go(number, mine.before);
    return true;
  }
  bool is_let_go(std::uint64_t before, BarrierWord::Seen arrival) {
    for (;;) {
      const bool given_up = s.cancelled.load(std::memory_order_acquire);
      if (number != 0 && s.tree.is_told(number, before)) return true;
      const bool looks = number == 0 || given_up || random.below(16) == 0;
      if (looks && s.word.look().completions() != arrival.completions()) return true;
      if (given_up) return false;
      std::this_thread::yield();
    }
  }
  // Some barriers. Behind each a thread sees what all did before it.
  void pass_some(std::uint32_t size, int barriers) {
    for (int b = 1; b <= barriers; ++b) {
      s.cells[b % 2][number] = b;
      ASSERT_TRUE(pass());
      if (b == barriers) return;  // from here on the next region may write
      for (std::uint32_t i = 0; i < size; ++i) ASSERT_EQ(s.cells[b % 2][i], b) << "thread " << i << " seen by " << number;
    }
  }
};

template <class Region>
void play(Shared& s, int regions, Region&& run) {
  const auto take_part = [&](std::uint32_t number) {
    Part part{s, number, Random(s.seed + number)};
    for (int region = 1; region <= regions; ++region) {
      while (number != 0 && s.opened.load(std::memory_order_acquire) < region) std::this_thread::yield();
      run(part, region);
    }
  };
  std::vector<std::thread> threads;
  for (std::uint32_t i = 1; i < kThreads; ++i) threads.emplace_back(take_part, i);
  take_part(0);
  for (std::thread& t : threads) t.join();
}

void begin(Shared& s, std::uint32_t size, int region) {
  s.tree.prepare(size, s.word.look().completions(), nullptr, nullptr);
  s.opened.store(region, std::memory_order_release);
}

TEST(TreeBarrier, RegionsOfChangingSize) {
  for (const std::uint32_t fan_out : {2U, 3U, 8U}) {
    Shared s(fan_out, testing::seed_of_run() + fan_out);
    play(s, 100 / kScale, [&s](Part& part, int region) {
      const std::uint32_t size = s.size_of(region);
      if (part.number == 0) begin(s, size, region);
      if (part.number < size) part.pass_some(size, 1 + static_cast<int>(s.plan_of(-region).below(5)));
    });
  }
}

// A thread gives a barrier up after it has passed the ones before: the others pass these, and not the next.
TEST(TreeBarrier, GivenUp) {
  for (const std::uint32_t fan_out : {2U, 4U}) {
    Shared s(fan_out, testing::seed_of_run() + 10 + fan_out);
    play(s, 100 / kScale, [&s](Part& part, int region) {
      Random plan = s.plan_of(region);
      const auto canceller = static_cast<std::uint32_t>(plan.below(kThreads));
      if (part.number == 0) begin(s, kThreads, region);
      for (std::uint64_t b = plan.below(3); b > 0; --b) ASSERT_TRUE(part.pass());
      if (part.number == canceller) s.cancelled.store(true, std::memory_order_release);
      else ASSERT_FALSE(part.pass());
      s.left.fetch_add(1, std::memory_order_acq_rel);
      if (part.number != 0) return;
      while (s.left.load(std::memory_order_acquire) != kThreads) std::this_thread::yield();
      s.left = 0;
      s.word.reset();
      s.tree.forget();
      s.cancelled = false;
    });
  }
}

}  // namespace
}  // namespace xomp::barrier
