// The combining queue at its edges, on one thread; and the combiner's bound, with threads that are made to wait.
#include "core/queue/combining_queue.h"

#include <gtest/gtest.h>

#include <memory>
#include <thread>
#include <vector>

namespace xomp::queue {
namespace {

struct Item {};
using Queue = CombiningQueue<Item>;

void give_way() { std::this_thread::yield(); }

struct Fixture {
  explicit Fixture(std::uint32_t capacity, std::uint32_t most_served = Queue::kMostServed)
      : slots(new atomic<Item*>[Queue::slots_for(capacity)]()) {
    queue.set_up(slots.get(), capacity, &first, most_served);
  }
  std::unique_ptr<atomic<Item*>[]> slots;
  Queue::Node first, of_owner;
  Queue::Node* mine = &of_owner;
  Queue queue;
  Item* newest() { return queue.pop(mine, give_way); }
  Item* oldest() { return queue.steal(mine, give_way); }
};

TEST(CombiningQueue, EmptyGivesNothing) {
  Fixture f(24);
  EXPECT_TRUE(f.queue.looks_empty());
  EXPECT_EQ(f.newest(), nullptr);
  EXPECT_EQ(f.oldest(), nullptr);
  EXPECT_EQ(f.queue.size(), 0u);
}

TEST(CombiningQueue, WithoutSlotsItIsFull) {
  Queue queue;
  Queue::Node node;
  Queue::Node* mine = &node;
  Item item;
  EXPECT_FALSE(queue.push(&item));
  EXPECT_EQ(queue.steal(mine, give_way), nullptr);
}

TEST(CombiningQueue, NewestAndOldest) {
  Fixture f(3);
  Item items[3];
  for (Item& i : items) EXPECT_TRUE(f.queue.push(&i));
  EXPECT_EQ(f.oldest(), &items[0]);
  EXPECT_EQ(f.newest(), &items[2]);
  EXPECT_EQ(f.newest(), &items[1]);
  EXPECT_EQ(f.newest(), nullptr);
}

// The default of 24 stands in 32 slots: the capacity is what counts, at every place of the ring.
TEST(CombiningQueue, FullAtItsCapacityAllAroundTheRing) {
  Fixture f(Queue::kDefaultCapacity);
  std::vector<Item> items(Queue::kDefaultCapacity + 1);
  EXPECT_EQ(f.queue.capacity(), 24u);
  for (int round = 0; round < 70; ++round) {
    for (std::uint32_t n = 0; n < 24; ++n) EXPECT_TRUE(f.queue.push(&items[n]));
    EXPECT_EQ(f.queue.size(), 24u);
    EXPECT_FALSE(f.queue.push(&items[24]));
    EXPECT_EQ(f.oldest(), &items[0]);
    EXPECT_TRUE(f.queue.push(&items[24]));
    EXPECT_FALSE(f.queue.push(&items[0]));
    EXPECT_EQ(f.newest(), &items[24]);
    for (std::uint32_t n = 1; n < 24; ++n) EXPECT_EQ(f.oldest(), &items[n]);
    EXPECT_TRUE(f.queue.looks_empty());
  }
}

TEST(CombiningQueue, OneItem) {
  Fixture f(1);
  Item items[2];
  for (int round = 0; round < 5; ++round) {
    EXPECT_TRUE(f.queue.push(&items[0]));
    EXPECT_FALSE(f.queue.push(&items[1]));
    EXPECT_EQ(round % 2 == 0 ? f.newest() : f.oldest(), &items[0]);
  }
}

TEST(CombiningQueue, ARefusedItemStays) {
  Fixture f(2);
  Item items[2];
  f.queue.push(&items[0]);
  f.queue.push(&items[1]);
  auto not_first = [&](Item* i) { return i != &items[0]; };
  EXPECT_EQ(f.queue.steal(f.mine, not_first, give_way), nullptr);
  EXPECT_EQ(f.queue.size(), 2u);
  EXPECT_EQ(f.queue.pop(f.mine, not_first, give_way), &items[1]);
  EXPECT_EQ(f.queue.pop(f.mine, not_first, give_way), nullptr);
  EXPECT_EQ(f.newest(), &items[0]);
}

// Three threads line up, one after another, while the combiner is held inside its own request. Each `accept` says on
// which thread it runs: with a bound of 2 the first serves itself and the next, then hands over.
struct LineUp {
  explicit LineUp(std::uint32_t most_served) : f(8, most_served) {
    for (Item& i : items) f.queue.push(&i);
    taken[0] = f.queue.steal(
        f.mine,
        [&](Item*) {
          for (std::size_t n = 1; n < 4; ++n) {
            threads.emplace_back([this, n] { wait_in_line(n); });
            while (waiting.load() < n) std::this_thread::yield();  // it stands in the list now
          }
          return true;
        },
        give_way);
    for (std::thread& t : threads) t.join();
  }
  void wait_in_line(std::size_t n) {
    by[n] = std::this_thread::get_id();
    Queue::Node* mine = &nodes[n];
    bool counted = false;
    const auto served_by = [this, n](Item*) {
      server[n] = std::this_thread::get_id();
      return true;
    };
    taken[n] = f.queue.steal(mine, served_by, [&] {
      if (!counted) waiting.fetch_add(1);
      counted = true;
      std::this_thread::yield();
    });
  }

  Fixture f;
  Item items[4];
  Queue::Node nodes[4];
  Item* taken[4] = {};
  std::thread::id by[4] = {std::this_thread::get_id()};
  std::thread::id server[4];
  atomic<std::size_t> waiting{0};
  std::vector<std::thread> threads;
};

TEST(CombiningQueue, ThoseWhoWaitAreServedInTheirOrder) {
  for (std::uint32_t most_served : {1u, 2u, 64u}) {
    LineUp line(most_served);
    for (std::size_t n = 0; n < 4; ++n) {
      EXPECT_EQ(line.taken[n], &line.items[n]) << "most served " << most_served;
      if (n == 0) continue;
      EXPECT_EQ(line.server[n], line.by[n / most_served * most_served]) << "most served " << most_served;
    }
  }
}

// In the child after fork() a combiner is gone with its role: a fresh node, and the items are there.
TEST(CombiningQueue, SetUpAgainKeepsTheItems) {
  Fixture f(4);
  Item items[2];
  f.queue.push(&items[0]);
  f.queue.push(&items[1]);
  Queue::Node fresh, other;
  f.queue.set_up(f.slots.get(), 4, &fresh);
  std::vector<Item*> seen;
  f.queue.for_each([&](Item* i) { seen.push_back(i); });
  EXPECT_EQ(seen, (std::vector<Item*>{&items[0], &items[1]}));
  f.mine = &other;
  EXPECT_EQ(f.newest(), &items[1]);
  EXPECT_EQ(f.newest(), &items[0]);
}

}  // namespace
}  // namespace xomp::queue
