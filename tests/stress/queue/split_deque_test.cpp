// The split deque alone: one owner, thieves that steal, ask and raid; each item is taken once. A small ring, and indexes
// that wrap around.
#include "core/queue/split_deque.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "stress/engine.h"

namespace xomp::queue {
namespace {

using testing::kScale;
using testing::Random;

struct Item {
  int value = 0;   // plain: written by the owner, read by whoever takes it
  int taken = 0;   // plain: one thread
};

struct Ring {
  explicit Ring(std::uint32_t capacity) : slots(new atomic<Item*>[capacity]()) { deque.set_ring(slots.get(), capacity); }
  std::unique_ptr<atomic<Item*>[]> slots;
  SplitDeque<Item> deque;
};

void take(Item* item, int expected_value_above, std::atomic<int>& count) {
  if (item->value <= expected_value_above || item->taken != 0) count.fetch_add(1 << 24);
  item->taken = 1;
  count.fetch_add(1, relaxed);
}

void play(std::uint32_t capacity, int items, int thieves, std::uint64_t seed) {
  Ring ring(capacity);
  SplitDeque<Item>& deque = ring.deque;
  std::vector<Item> all(static_cast<std::size_t>(items));
  std::atomic<int> taken{0};
  std::vector<std::thread> threads;
  for (int n = 0; n < thieves; ++n)
    threads.emplace_back([&, n] {
      Random random(seed + static_cast<std::uint64_t>(n) + 1);
      while (taken.load() < items) {
        Item* stolen[3];
        const int together = 1 + static_cast<int>(random.below(3));
        if (const int got = together == 1 ? (stolen[0] = deque.steal(n)) != nullptr : deque.steal_half(stolen, together, n)) {
          for (int i = 0; i < got; ++i) take(stolen[i], 0, taken);
          continue;
        }
        switch (random.below(4)) {
          case 0: deque.request(); break;
          case 1: deque.raid(static_cast<std::uint16_t>(n + 1)); break;
          default: std::this_thread::yield();
        }
      }
    });
  Random random(seed);
  std::size_t next = 0;
  auto pop_some = [&](SplitDeque<Item>::Index floor, std::uint64_t most) {
    for (; most > 0; --most) {
      Item* item = deque.pop(floor);
      if (item == nullptr) return;
      take(item, 0, taken);
    }
  };
  while (next < all.size()) {
    const auto floor = random.below(3) == 0 ? deque.bottom() : SplitDeque<Item>::Index{0};
    for (std::uint64_t burst = 1 + random.below(2 * capacity); burst > 0 && next < all.size(); --burst) {
      Item& item = all[next++];
      item.value = 1;
      const PushResult result = deque.push(&item);
      if (result == PushResult::full) take(&item, 0, taken);
      if (result == PushResult::pushed_and_requested) {
        deque.take_request();
        deque.publish(random.below(2) == 0 ? Share::half : Share::all);
      }
    }
    // The floor of 0 is never reached by chance: indexes below `top` are never popped.
    if (random.below(4) != 0) pop_some(floor, random.below(2 * capacity));
    if (random.below(16) == 0) std::this_thread::yield();
  }
  while (taken.load() < items) {
    pop_some(SplitDeque<Item>::Index{1u << 23}, 1);
    std::this_thread::yield();
  }
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(taken.load(), items) << "capacity " << capacity << ", " << thieves << " thieves";
}

TEST(SplitDeque, EachItemOnce) {
  const std::uint64_t seed = testing::seed_of_run();
  for (std::uint32_t capacity : {2u, 4u, 64u})
    for (int thieves : {1, 2, 4}) play(capacity, 100'000 / kScale, thieves, seed + capacity);
}

// Who was stolen from learns where its items are; nobody takes a number for an item.
TEST(SplitDeque, ThievesLeaveTheirNumbers) {
  SplitDeque<int> deque;
  atomic<int*> slots[8] = {};
  deque.set_ring(slots, 8);
  int items[4] = {};
  const auto floor = deque.bottom();
  for (int& item : items) deque.push(&item);
  deque.publish(Share::all);
  EXPECT_EQ(deque.stolen_from(floor), 0);
  EXPECT_EQ(deque.last_thief(), deque.kUnnamed);
  EXPECT_EQ(deque.peek(2), &items[2]);
  EXPECT_EQ(deque.peek(4), nullptr);

  EXPECT_EQ(deque.steal(5), &items[0]);
  int* two[2];
  EXPECT_EQ(deque.steal_half(two, 2, 0), 2);
  EXPECT_EQ(deque.steal(), &items[3]);
  EXPECT_EQ(deque.stolen_from(floor), 4);
  EXPECT_EQ(deque.stolen_from(floor + 3), 1);
  EXPECT_EQ(deque.thief_of(floor), 5);
  EXPECT_EQ(deque.thief_of(floor + 1), 0);
  EXPECT_EQ(deque.thief_of(floor + 2), 0);
  EXPECT_EQ(deque.thief_of(floor + 3), deque.kUnnamed);
  EXPECT_EQ(deque.last_thief(), 0);
  EXPECT_EQ(deque.pop(floor), nullptr);
}

// 2^24 items and more: every index comes again.
TEST(SplitDeque, IndexesWrap) {
  if (kScale > 1) GTEST_SKIP() << "too long under a sanitizer";
  play(64, (1 << 24) + 100'000, 1, testing::seed_of_run());
}

}  // namespace
}  // namespace xomp::queue
