// B-queue with one thread: empty, full, every fill, batches that must backtrack, indexes that wrap, and all short
// histories of puts and takes against a list.
#include "core/queue/b_queue.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <random>
#include <vector>

namespace xomp::queue {
namespace {

struct Item {};

// The ring beside what it should hold.
class Checked {
 public:
  explicit Checked(std::uint32_t capacity, BQueue<Item>::Index first = 0)
      : capacity_(capacity), slots_(new atomic<Item*>[capacity]()), items_(4 * capacity) {
    queue_.set_ring(slots_.get(), capacity, first);
  }
  // Both return whether the ring did as the model does: full and empty are exact.
  bool put() {
    Item* item = &items_[number_++ % items_.size()];
    const bool room = model_.size() < capacity_;
    if (room) model_.push_back(item);
    return queue_.put(item) == room;
  }
  bool take() {
    Item* expected = model_.empty() ? nullptr : model_.front();
    if (expected != nullptr) model_.pop_front();
    return queue_.take() == expected;
  }
  bool agrees() const {
    std::vector<Item*> seen;
    queue_.for_each([&](Item* item) { seen.push_back(item); });
    return queue_.looks_empty() == model_.empty() && std::equal(seen.begin(), seen.end(), model_.begin(), model_.end());
  }
  void clear() {
    queue_.clear();
    model_.clear();
  }
  std::size_t size() const { return model_.size(); }

 private:
  std::uint32_t capacity_;
  std::unique_ptr<atomic<Item*>[]> slots_;
  std::vector<Item> items_;
  std::size_t number_ = 0;
  std::deque<Item*> model_;
  BQueue<Item> queue_;
};

constexpr std::uint32_t kCapacities[] = {1, 2, 4, 8, 16, 64, 256};

TEST(BQueue, EmptyGivesNothing) {
  for (std::uint32_t capacity : kCapacities) {
    Checked ring(capacity);
    for (int i = 0; i < 5; ++i) EXPECT_TRUE(ring.take());
    EXPECT_TRUE(ring.agrees());
  }
}

TEST(BQueue, EverySlotIsUsedAndFullIsExact) {
  for (std::uint32_t capacity : kCapacities) {
    Checked ring(capacity);
    for (int lap = 0; lap < 5; ++lap) {
      for (std::uint32_t i = 0; i < capacity + 3; ++i) ASSERT_TRUE(ring.put()) << capacity << " lap " << lap;
      ASSERT_EQ(ring.size(), capacity);
      ASSERT_TRUE(ring.agrees());
      for (std::uint32_t i = 0; i < capacity + 3; ++i) ASSERT_TRUE(ring.take()) << capacity << " lap " << lap;
    }
  }
}

// A full ring with one slot freed takes one item: the producer does not wait for a batch of free slots.
TEST(BQueue, AFullRingTakesAnItemForEachThatLeaves) {
  for (std::uint32_t capacity : kCapacities) {
    Checked ring(capacity);
    for (std::uint32_t i = 0; i < capacity; ++i) ASSERT_TRUE(ring.put());
    for (std::uint32_t i = 0; i < 5 * capacity; ++i) {
      ASSERT_TRUE(ring.take());
      ASSERT_TRUE(ring.put()) << capacity;
      ASSERT_TRUE(ring.put()) << "is full again";
    }
    EXPECT_TRUE(ring.agrees());
  }
}

// The consumer has learnt the largest batch; then the producer is slow: each single item must come through.
TEST(BQueue, ASlowProducerIsNotWaitedFor) {
  for (std::uint32_t capacity : kCapacities) {
    for (std::uint32_t fill = 1; fill <= capacity; ++fill) {
      Checked ring(capacity);
      for (int lap = 0; lap < 10; ++lap) {  // both sides learn
        for (std::uint32_t i = 0; i < capacity; ++i) ASSERT_TRUE(ring.put());
        for (std::uint32_t i = 0; i < capacity; ++i) ASSERT_TRUE(ring.take());
      }
      for (std::uint32_t i = 0; i < fill; ++i) ASSERT_TRUE(ring.put());
      ASSERT_TRUE(ring.agrees());
      for (std::uint32_t i = 0; i < fill; ++i) ASSERT_TRUE(ring.take()) << capacity << " holding " << fill;
      ASSERT_TRUE(ring.take()) << "is empty";
    }
  }
}

TEST(BQueue, IndexesWrap) {
  for (std::uint32_t capacity : kCapacities) {
    for (std::uint32_t before = 0; before < 2 * capacity && before < 20; ++before) {
      Checked ring(capacity, std::numeric_limits<std::uint32_t>::max() - before);
      for (std::uint32_t i = 0; i < 8 * capacity; ++i) {
        ASSERT_TRUE(ring.put());
        if (i % 3 != 0) {
          ASSERT_TRUE(ring.put());
        }
        ASSERT_TRUE(ring.agrees());
        ASSERT_TRUE(ring.take());
      }
    }
  }
}

// All histories of so many puts and takes, from an empty ring and from one whose sides know large batches.
void all_histories(std::uint32_t capacity, int length, int laps_before) {
  for (std::uint32_t history = 0; history < 1u << length; ++history) {
    Checked ring(capacity, capacity - 1);
    for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(laps_before) * capacity; ++i) {
      ring.put();
      if (i % capacity == capacity - 1)
        for (std::uint32_t k = 0; k < capacity; ++k) ring.take();
    }
    for (int i = 0; i < length; ++i)
      ASSERT_TRUE((history >> i & 1) != 0 ? ring.put() : ring.take()) << capacity << ": " << history << " at " << i;
    ASSERT_TRUE(ring.agrees()) << capacity << ": " << history;
  }
}

TEST(BQueue, AllShortHistories) {
  for (std::uint32_t capacity : {1u, 2u, 4u, 8u})
    for (int laps : {0, 5}) all_histories(capacity, 14, laps);
}

TEST(BQueue, LongHistoriesAtEveryFill) {
  std::mt19937 random(7);
  for (std::uint32_t capacity : kCapacities) {
    Checked ring(capacity);
    for (int step = 0; step < 200'000 / 20; ++step) {
      const std::uint32_t puts = random() % (capacity + 2), takes = random() % (capacity + 2);
      for (std::uint32_t i = 0; i < puts; ++i) ASSERT_TRUE(ring.put());
      for (std::uint32_t i = 0; i < takes; ++i) ASSERT_TRUE(ring.take());
    }
    EXPECT_TRUE(ring.agrees());
  }
}

TEST(BQueue, ClearMakesItNew) {
  for (std::uint32_t capacity : kCapacities) {
    Checked ring(capacity);
    for (std::uint32_t i = 0; i < capacity / 2 + 1; ++i) ring.put();
    ring.take();
    ring.clear();
    ASSERT_TRUE(ring.agrees());
    for (std::uint32_t i = 0; i < capacity + 1; ++i) ASSERT_TRUE(ring.put());
    ASSERT_TRUE(ring.agrees());
  }
}

}  // namespace
}  // namespace xomp::queue
