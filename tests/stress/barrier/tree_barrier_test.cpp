// The tree barrier with threads that run tasks while they wait, sleep, come and go between regions, and give up.
#include "core/barrier/tree_barrier.h"

#include <gtest/gtest.h>

#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "core/sleep/event_word.h"
#include "stress/engine.h"

namespace xomp::barrier {
namespace {

using testing::kScale;
using testing::Random;

constexpr std::uint32_t kThreads = 8;

// What a team shares in these tests.
struct Shared {
  Shared(std::uint32_t fan_out, std::uint64_t s)
      : seed(s), groups(new TreeBarrier::Group[TreeShape(fan_out).all_groups(kThreads)]) {
    barrier.set_memory(TreeShape(fan_out), kThreads, seats, groups.get());
  }
  std::uint64_t seed;
  TreeBarrier::Seat seats[kThreads];
  std::unique_ptr<TreeBarrier::Group[]> groups;
  TreeBarrier barrier;
  sleep::EventWord event;
  std::atomic<bool> cancelled{false};
  std::atomic<std::uint32_t> left{0};
  std::atomic<int> opened{0};  // regions opened
  std::uint32_t size = 0;      // of the region; published by `opened`
  // Tasks: how deep each still is. A task of depth d creates two of d - 1.
  std::mutex mutex;
  std::vector<int> tasks;
  std::atomic<int> unfinished{0};
  long done[kThreads] = {};    // tasks that a thread has run; plain: read by others after a barrier
  int cells[2][kThreads] = {}; // the barrier that a thread has reached; plain, likewise
};

void put_task(Shared& s, int depth) {
  s.unfinished.fetch_add(1, relaxed);
  const std::lock_guard lock(s.mutex);
  s.tasks.push_back(depth);
}

struct Waiter {
  Shared& s;
  std::uint32_t number;
  Random random;
  int idle = 0;

  // As core/team does: what was taken after the barrier was complete is of the next region, whose threads may all sleep
  // for it, and goes back. The take has acquired what followed the completion.
  bool run_task(const Arrival& me) {
    int depth;
    {
      const std::lock_guard lock(s.mutex);
      if (s.tasks.empty()) return false;
      depth = s.tasks.back();
      if (s.barrier.is_over_at_root(me)) return false;
      s.tasks.pop_back();
    }
    for (int i = 0; depth > 0 && i < 2; ++i) put_task(s, depth - 1);
    if (random.below(8) == 0) linger();  // others fall asleep meanwhile
    ++s.done[number];
    s.unfinished.fetch_sub(1, release);
    return true;
  }
  void linger() {
    for (int i = 0; i < 30; ++i) std::this_thread::yield();
  }
  Meanwhile meanwhile(const Arrival& me) {
    if (random.below(16) == 0) linger();  // the barrier may be complete, and the next region begun
    if (run_task(me)) return Meanwhile::busy;
    if (++idle % 8 != 0) {
      std::this_thread::yield();
      return idle % 4 != 3 ? Meanwhile::idle : Meanwhile::impatient;
    }
    const std::uint32_t announced = s.event.announce();
    if (!s.barrier.has_news(me, *this)) s.event.sleep(announced);
    return Meanwhile::impatient;
  }
  bool quiescent() { return s.unfinished.load(acquire) == 0; }
  bool given_up() { return s.cancelled.load(acquire); }
  void completed() { s.event.signal(); }
};

// One region: `barriers` of them, before each a few tasks; each thread sees what all did before.
void run_region(Shared& s, std::uint32_t number, int barriers, Waiter& waiter) {
  for (int b = 1; b <= barriers; ++b) {
    for (std::uint64_t tasks = waiter.random.below(4) == 0 ? waiter.random.below(4) : 0; tasks > 0; --tasks)
      put_task(s, static_cast<int>(waiter.random.below(4)));
    s.cells[b % 2][number] = b;
    ASSERT_EQ(s.barrier.pass(number, s.size, waiter), TreeBarrier::Passage::complete);
    if (b == barriers) return;  // from here on the next region may write
    for (std::uint32_t i = 0; i < s.size; ++i) ASSERT_EQ(s.cells[b % 2][i], b) << "thread " << i << " seen by " << number;
  }
}

void play_regions(std::uint32_t fan_out, std::uint64_t seed, int regions) {
  Shared s(fan_out, seed);
  const auto size_of = [&](int region) {
    return static_cast<std::uint32_t>(1 + Random(seed + static_cast<std::uint64_t>(region)).below(kThreads));
  };
  const auto barriers_of = [&](int region) { return static_cast<int>(2 + Random(seed ^ static_cast<std::uint64_t>(region)).below(6)); };
  const auto take_part = [&](std::uint32_t number) {
    Waiter waiter{s, number, Random(seed + number)};
    for (int region = 1; region <= regions; ++region) {
      if (number >= size_of(region)) continue;
      if (number == 0) {
        s.size = size_of(region);
        s.opened.store(region, release);
      }
      while (s.opened.load(acquire) < region) std::this_thread::yield();
      s.barrier.sit_down(number);
      run_region(s, number, barriers_of(region), waiter);
    }
  };
  std::vector<std::thread> threads;
  for (std::uint32_t i = 1; i < kThreads; ++i) threads.emplace_back(take_part, i);
  take_part(0);
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(s.unfinished.load(), 0);
  EXPECT_TRUE(s.tasks.empty());
}

// Sizes change from region to region while threads are still on their way out of the last one.
TEST(TreeBarrier, RegionsOfChangingSize) {
  const std::uint64_t seed = testing::seed_of_run();
  for (std::uint32_t fan_out : {2u, 3u, 4u, 8u}) play_regions(fan_out, seed + fan_out, 400 / kScale);
}

// One thread gives a barrier up after it has passed the one before: everybody passes that one, and nobody the next.
void play_given_up(std::uint32_t fan_out, std::uint64_t seed, int regions) {
  Shared s(fan_out, seed);
  s.size = kThreads;
  const auto take_part = [&](std::uint32_t number) {
    Waiter waiter{s, number, Random(seed + number)};
    for (int region = 1; region <= regions; ++region) {
      Random plan(seed ^ static_cast<std::uint64_t>(region));
      const bool gives_up = plan.below(kThreads) == number;
      const auto before = static_cast<int>(plan.below(3));
      if (number == 0) s.opened.store(region, release);
      while (s.opened.load(acquire) < region) std::this_thread::yield();
      for (int b = 0; b < before; ++b) ASSERT_EQ(s.barrier.pass(number, kThreads, waiter), TreeBarrier::Passage::complete);
      if (gives_up) {
        s.cancelled.store(true, release);
        s.event.signal();
      } else {
        ASSERT_EQ(s.barrier.pass(number, kThreads, waiter), TreeBarrier::Passage::given_up);
      }
      s.left.fetch_add(1, acq_rel);
      if (number != 0) continue;
      while (s.left.load(acquire) != kThreads) std::this_thread::yield();
      s.left.store(0, relaxed);
      s.cancelled.store(false, relaxed);
      s.barrier.reset();
    }
  };
  std::vector<std::thread> threads;
  for (std::uint32_t i = 1; i < kThreads; ++i) threads.emplace_back(take_part, i);
  take_part(0);
  for (std::thread& t : threads) t.join();
}

TEST(TreeBarrier, GivenUp) {
  const std::uint64_t seed = testing::seed_of_run();
  for (std::uint32_t fan_out : {2u, 4u}) play_given_up(fan_out, seed + fan_out, 400 / kScale);
}

}  // namespace
}  // namespace xomp::barrier
