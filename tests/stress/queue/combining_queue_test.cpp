// The combining queue: one owner who pushes and takes the newest, thieves who take the oldest; each item is taken once,
// and a thief never gets an older item after a newer one. Small bounds, so that the combiner's role moves all the time.
#include "core/queue/combining_queue.h"

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
  int number = 0;  // plain: grows with each push
  int taken = 0;   // plain: one thread
};
using Queue = CombiningQueue<Item>;

void give_way() { std::this_thread::yield(); }

void take(Item* item, std::atomic<int>& count) {
  if (item->value != 1 || item->taken != 0) count.fetch_add(1 << 24);
  item->taken = 1;
  count.fetch_add(1, relaxed);
}

void steal_all(Queue& queue, Queue::Node* mine, int items, std::atomic<int>& taken, std::atomic<int>& out_of_order) {
  int last = -1;
  while (taken.load() < items) {
    Item* item = queue.steal(mine, give_way);
    if (item == nullptr) {
      std::this_thread::yield();
      continue;
    }
    if (item->number <= last) out_of_order.fetch_add(1);
    last = item->number;
    take(item, taken);
  }
}

void play(std::uint32_t capacity, std::uint32_t most_served, int items, int thieves, std::uint64_t seed) {
  const std::unique_ptr<atomic<Item*>[]> slots(new atomic<Item*>[Queue::slots_for(capacity)]());
  std::vector<Queue::Node> nodes(static_cast<std::size_t>(thieves) + 2);
  Queue queue;
  queue.set_up(slots.get(), capacity, &nodes[0], most_served);
  std::vector<Item> all(static_cast<std::size_t>(items));
  std::atomic<int> taken{0};
  std::atomic<int> out_of_order{0};
  std::vector<std::thread> threads;
  for (int n = 0; n < thieves; ++n)
    threads.emplace_back(
        [&, n] { steal_all(queue, &nodes[static_cast<std::size_t>(n) + 2], items, taken, out_of_order); });
  Random random(seed);
  Queue::Node* mine = &nodes[1];
  for (std::size_t next = 0; next < all.size();) {
    for (std::uint64_t burst = 1 + random.below(2 * capacity); burst > 0 && next < all.size(); --burst) {
      Item& item = all[next];
      item.value = 1;
      item.number = static_cast<int>(next++);
      EXPECT_LE(queue.size(), capacity);
      if (!queue.push(&item)) take(&item, taken);
    }
    for (std::uint64_t most = random.below(capacity + 1); most > 0; --most) {
      Item* item = random.below(8) == 0 ? queue.steal(mine, give_way) : queue.pop(mine, give_way);
      if (item == nullptr) break;
      take(item, taken);
    }
    if (random.below(16) == 0) std::this_thread::yield();
  }
  while (Item* item = queue.pop(mine, give_way)) take(item, taken);
  EXPECT_TRUE(queue.looks_empty());
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(taken.load(), items) << "capacity " << capacity << ", " << thieves << " thieves";
  EXPECT_EQ(out_of_order.load(), 0);
}

TEST(CombiningQueue, EachItemOnce) {
  const std::uint64_t seed = testing::seed_of_run();
  for (std::uint32_t capacity : {1u, 3u, Queue::kDefaultCapacity})
    for (std::uint32_t most_served : {1u, 2u, Queue::kMostServed})
      for (int thieves : {1, 2, 7}) play(capacity, most_served, 20'000 / kScale, thieves, seed + capacity);
}

}  // namespace
}  // namespace xomp::queue
