// B-queue between two threads: every item once, in order, with what the producer wrote into it; small rings, so that
// both sides find it full and empty all the time; a consumer that sleeps and must be told.
#include "core/queue/b_queue.h"

#include <gtest/gtest.h>

#include <memory>
#include <thread>
#include <vector>

#include "platform/fence.h"
#include "platform/futex.h"
#include "stress/engine.h"

namespace xomp::queue {
namespace {

using testing::kScale;
using testing::Random;

struct Item {
  int value = 0;  // plain: written by the producer before the put, read by the consumer, written again after the return
};

struct Ring {
  explicit Ring(std::uint32_t capacity, std::uint32_t first) : slots(new atomic<Item*>[capacity]()) {
    queue.set_ring(slots.get(), capacity, first);
  }
  std::unique_ptr<atomic<Item*>[]> slots;
  BQueue<Item> queue;
};

// How a side works: in bursts, with pauses between them.
void pause(Random& random, std::uint64_t one_in) {
  if (random.below(one_in) == 0) std::this_thread::yield();
}

// The items come back to the producer through a second ring, which writes them again: nothing but the rings gives
// order.
void play(std::uint32_t capacity, int rounds, std::uint64_t seed) {
  SCOPED_TRACE(::testing::Message() << "capacity " << capacity);
  Ring there(capacity, static_cast<std::uint32_t>(-20)), back(capacity, 5);
  std::thread consumer([&] {
    Random random(seed);
    for (int expected = 1; expected <= rounds;) {
      Item* item = there.queue.take();
      if (item == nullptr) {
        pause(random, 2);
        continue;
      }
      EXPECT_EQ(item->value, expected++);
      item->value = 0;
      while (!back.queue.put(item)) std::this_thread::yield();
      pause(random, capacity);
    }
  });
  Random random(seed + 1);
  std::vector<Item> items(2 * capacity + 3);
  std::vector<Item*> idle;
  for (Item& item : items) idle.push_back(&item);
  for (int sent = 0; sent < rounds || idle.size() < items.size();) {
    while (Item* item = back.queue.take()) {
      EXPECT_EQ(item->value, 0);
      idle.push_back(item);
    }
    for (std::uint64_t burst = random.below(2 * capacity + 1); burst > 0 && !idle.empty() && sent < rounds; --burst) {
      Item* item = idle.back();
      item->value = sent + 1;
      if (!there.queue.put(item)) break;
      idle.pop_back();
      ++sent;
    }
    pause(random, 2);
  }
  consumer.join();
  EXPECT_TRUE(there.queue.looks_empty());
}

TEST(BQueue, EachItemOnceAndInOrder) {
  const std::uint64_t seed = testing::seed_of_run();
  for (std::uint32_t capacity : {1u, 2u, 4u, 8u, 64u}) play(capacity, 60'000 / kScale, seed + capacity);
}

// BQUEUE-3: the consumer sleeps for good unless the producer sees it; the producer looks after each put.
TEST(BQueue, ASleeperIsToldOfEachPut) {
  const int rounds = 30'000 / kScale;
  Ring ring(4, 0);
  atomic<std::uint32_t> asleep{0};
  std::thread consumer([&] {
    for (int taken = 0; taken < rounds;) {
      if (ring.queue.take() != nullptr) {
        ++taken;
        continue;
      }
      asleep.store(1, relaxed);   // [BQUEUE-3]
      platform::fence_seq_cst();  // asleep before looks_empty's load
      if (ring.queue.looks_empty()) platform::futex_wait(asleep, 1, 0);
      asleep.store(0, relaxed);  // own
    }
  });
  Random random(testing::seed_of_run());
  Item item;
  for (int sent = 0; sent < rounds;) {
    for (std::uint64_t burst = 1 + random.below(3); burst > 0 && sent < rounds; --burst)
      if (ring.queue.put(&item)) ++sent;
    platform::fence_seq_cst();  // [BQUEUE-3] the slot before `asleep`
    if (asleep.load(relaxed) == 1) {
      asleep.store(0, relaxed);
      platform::futex_wake(asleep, 1);
    }
    pause(random, 4);
  }
  consumer.join();
}

}  // namespace
}  // namespace xomp::queue
