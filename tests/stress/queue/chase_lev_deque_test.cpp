// The Chase-Lev deque: one owner who pushes and pops at random, thieves who steal, some of them only what they like;
// each item is taken once, and what its maker wrote is seen. Small rings, so that they go round all the time.
#include "core/queue/chase_lev_deque.h"

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
  int value = 0;             // plain: written by the owner, read by whoever takes it
  int taken = 0;             // plain: one thread
  std::atomic<int> kind{0};  // read by thieves that may come too late
};

struct Ring {
  explicit Ring(std::uint32_t capacity) : slots(new atomic<Item*>[capacity]()) {
    deque.set_ring(slots.get(), capacity);
  }
  std::unique_ptr<atomic<Item*>[]> slots;
  ChaseLevDeque<Item> deque;
};

void take(Item* item, std::atomic<int>& count) {
  if (item->value != 1 || item->taken != 0) count.fetch_add(1 << 24);
  item->taken = 1;
  count.fetch_add(1, relaxed);
}

void play(std::uint32_t capacity, int items, int thieves, std::uint64_t seed) {
  Ring ring(capacity);
  ChaseLevDeque<Item>& deque = ring.deque;
  std::vector<Item> all(static_cast<std::size_t>(items));
  std::atomic<int> taken{0};
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int n = 0; n < thieves; ++n)
    threads.emplace_back([&, n] {
      const int kind = n % 2;  // 0 takes all
      while (taken.load() < items) {
        Item* item = deque.steal([&](Item* i) { return kind == 0 || i->kind.load(relaxed) == kind; });
        if (item == nullptr) {
          std::this_thread::yield();
          continue;
        }
        if (kind != 0 && item->kind.load(relaxed) != kind) wrong.fetch_add(1);
        take(item, taken);
      }
    });
  Random random(seed);
  auto pop_some = [&](std::uint64_t most, ChaseLevDeque<Item>::Index floor) {
    for (; most > 0; --most) {
      Item* item = deque.pop(floor);
      if (item == nullptr) return;
      take(item, taken);
    }
  };
  for (std::size_t next = 0; next < all.size();) {
    const auto floor = random.below(3) == 0 ? deque.bottom() : 0;
    for (std::uint64_t burst = 1 + random.below(2 * capacity); burst > 0 && next < all.size(); --burst) {
      Item& item = all[next++];
      item.value = 1;
      item.kind.store(static_cast<int>(random.below(2)), relaxed);
      if (!deque.push(&item)) take(&item, taken);
    }
    if (random.below(4) != 0) pop_some(random.below(2 * capacity), floor);
    if (random.below(16) == 0) std::this_thread::yield();
  }
  pop_some(capacity, 0);
  EXPECT_TRUE(deque.looks_empty());  // the owner's own look, after its last pop
  while (taken.load() < items) std::this_thread::yield();
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(taken.load(), items) << "capacity " << capacity << ", " << thieves << " thieves";
  EXPECT_EQ(wrong.load(), 0) << "taken although not accepted";
}

TEST(ChaseLevDeque, EachItemOnce) {
  const std::uint64_t seed = testing::seed_of_run();
  for (std::uint32_t capacity : {1u, 2u, 4u, 64u})
    for (int thieves : {1, 2, 7}) play(capacity, 60'000 / kScale, thieves, seed + capacity);
}

// One, two or three items at a time, the same few in turn: owner and thieves meet at the last ones always.
void play_last_items(int thieves, std::uint64_t seed) {
  Random random(seed);
  Ring ring(4);
  Item items[3];
  const int rounds = 200'000 / kScale;
  std::atomic<int> left{0};  // in this round
  std::atomic<int> wrong{0};
  std::atomic<bool> end{false};
  auto take_last = [&](Item* item) {
    if (++item->taken != 1) wrong.fetch_add(1);
    left.fetch_sub(1, acq_rel);
  };
  std::vector<std::thread> threads;
  for (int n = 0; n < thieves; ++n)
    threads.emplace_back([&] {
      while (!end.load(relaxed))
        if (Item* item = ring.deque.steal()) take_last(item);
    });
  for (int round = 0; round < rounds; ++round) {
    const int many = 1 + static_cast<int>(random.below(3));
    left.store(many, relaxed);
    for (int n = 0; n < many; ++n) {
      items[n].taken = 0;
      ASSERT_TRUE(ring.deque.push(&items[n]));
    }
    while (Item* item = ring.deque.pop()) take_last(item);
    for (int looks = 0; left.load(acquire) > 0; ++looks)
      if (looks > 100) std::this_thread::yield();
    if (left.load(relaxed) < 0) wrong.fetch_add(1);
  }
  end.store(true);
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(wrong.load(), 0);
  EXPECT_TRUE(ring.deque.looks_empty());
}

TEST(ChaseLevDeque, TheLastItems) {
  const std::uint64_t seed = testing::seed_of_run();
  for (int thieves : {1, 2}) play_last_items(thieves, seed);
}

}  // namespace
}  // namespace xomp::queue
