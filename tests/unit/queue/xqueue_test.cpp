// XQueue with one thread: which queue is looked into when, queues made when first needed, full ones, and all short
// histories of puts and takes against lists.
#include "core/queue/xqueue.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <deque>
#include <map>
#include <vector>

namespace xomp::queue {
namespace {

struct Item {
  std::uint32_t producer = 0;
};
using Queue = XQueue<Item>;

// Memory that is counted, and refused when told so.
class Memory {
 public:
  auto allocate() {
    return [this](std::size_t bytes) -> void* {
      if (refuse_) return nullptr;
      void* p = std::aligned_alloc(64, (bytes + 63) / 64 * 64);
      pieces_[p] = bytes;
      return p;
    };
  }
  auto release() {
    return [this](void* p, std::size_t bytes) {
      EXPECT_EQ(pieces_.at(p), bytes);
      pieces_.erase(p);
      std::free(p);
    };
  }
  void refuse(bool yes) { refuse_ = yes; }
  std::size_t pieces() const { return pieces_.size(); }

 private:
  std::map<void*, std::size_t> pieces_;
  bool refuse_ = false;
};

// The queues beside what they should hold.
class Checked {
 public:
  Checked(std::uint32_t consumer, std::uint32_t producers, std::uint32_t capacity)
      : consumer_(consumer), capacity_(capacity), model_(producers) {
    EXPECT_TRUE(queue_.set_up(consumer, producers, capacity, memory_.allocate()));
  }
  ~Checked() {
    queue_.tear_down(memory_.release());
    EXPECT_EQ(memory_.pieces(), 0u);
  }
  bool put(std::uint32_t producer) {
    Item* item = &items_.emplace_back();
    item->producer = producer;
    const bool room = model_[producer].size() < capacity_;
    if (room) model_[producer].push_back(item);
    return queue_.put(producer, item, memory_.allocate()) == room;
  }
  // What take() gave; checked to be the oldest item of its producer.
  Item* take() {
    Item* item = queue_.take();
    if (item == nullptr) {
      EXPECT_EQ(size(), 0u);
    } else {
      std::deque<Item*>& from = model_[item->producer];
      EXPECT_FALSE(from.empty());
      EXPECT_EQ(from.front(), item);
      from.pop_front();
    }
    return item;
  }
  std::uint32_t take_producer() {
    const Item* item = take();
    return item != nullptr ? item->producer : ~0u;
  }
  std::size_t size() const {
    std::size_t n = 0;
    for (const auto& list : model_) n += list.size();
    return n;
  }
  std::size_t size_of(std::uint32_t producer) const { return model_[producer].size(); }
  std::size_t own() const { return size_of(consumer_); }
  bool agrees() const {
    std::size_t n = 0;
    queue_.for_each([&](Item*) { ++n; });
    return n == size() && queue_.looks_empty() == (n == 0);
  }
  void clear() {
    queue_.clear();
    for (auto& list : model_) list.clear();
  }
  Queue& queue() { return queue_; }
  Memory& memory() { return memory_; }

 private:
  std::uint32_t consumer_, capacity_;
  std::deque<Item> items_;
  std::vector<std::deque<Item*>> model_;
  Memory memory_;
  Queue queue_;
};

constexpr std::uint32_t kSizes[] = {1, 2, 3, 63, 64, 65, 128, 192, 200};

TEST(XQueue, EmptyGivesNothingAndHasNoRing) {
  for (std::uint32_t n : kSizes) {
    Checked queues(n - 1, n, 4);
    EXPECT_EQ(queues.take(), nullptr);
    EXPECT_TRUE(queues.agrees());
    EXPECT_EQ(queues.memory().pieces(), 1u);
  }
}

TEST(XQueue, EveryProducersItemIsFound) {
  for (std::uint32_t n : kSizes) {
    Checked queues(0, n, 2);
    for (std::uint32_t p = 0; p < n; ++p) {  // alone
      ASSERT_TRUE(queues.put(p));
      ASSERT_TRUE(queues.agrees());
      ASSERT_EQ(queues.take_producer(), p);
      ASSERT_TRUE(queues.agrees());
    }
    for (int i = 0; i < 2; ++i)
      for (std::uint32_t p = 0; p < n; ++p) ASSERT_TRUE(queues.put(p));
    for (std::uint32_t i = 0; i < 2 * n; ++i) ASSERT_NE(queues.take(), nullptr);
    EXPECT_EQ(queues.take(), nullptr);
    EXPECT_EQ(queues.queue().created(), n);
  }
}

TEST(XQueue, RingsAreMadeForPairsThatTalk) {
  Checked queues(3, 192, 8);
  for (std::uint32_t p : {3u, 3u, 64u, 191u, 64u, 3u}) ASSERT_TRUE(queues.put(p));
  EXPECT_EQ(queues.queue().created(), 3u);
  EXPECT_EQ(queues.memory().pieces(), 4u);
  while (queues.take() != nullptr) {
  }
  for (std::uint32_t p : {3u, 64u, 191u}) ASSERT_TRUE(queues.put(p));
  EXPECT_EQ(queues.memory().pieces(), 4u);
}

TEST(XQueue, WithoutMemoryAPutFailsAndTheNextTriesAgain) {
  Checked queues(0, 4, 2);
  Item item{2};
  queues.memory().refuse(true);
  EXPECT_FALSE(queues.queue().put(2, &item, queues.memory().allocate()));
  EXPECT_TRUE(queues.queue().looks_empty());
  EXPECT_EQ(queues.queue().take(), nullptr);
  queues.memory().refuse(false);
  EXPECT_TRUE(queues.put(2));
  EXPECT_EQ(queues.take_producer(), 2u);
  Queue other;
  queues.memory().refuse(true);
  EXPECT_FALSE(other.set_up(0, 4, 2, queues.memory().allocate()));
}

TEST(XQueue, OneFullQueueIsNobodyElses) {
  Checked queues(0, 3, 4);
  for (int i = 0; i < 4; ++i) ASSERT_TRUE(queues.put(1));
  Item item{1};
  EXPECT_FALSE(queues.queue().put(1, &item, queues.memory().allocate()));
  EXPECT_TRUE(queues.put(2));
  EXPECT_TRUE(queues.put(0));
  EXPECT_TRUE(queues.agrees());
}

TEST(XQueue, MasterThenHintThenInTurn) {
  Checked queues(2, 6, 8);
  for (std::uint32_t p : {0u, 1u, 2u, 3u, 4u, 4u, 5u, 1u}) ASSERT_TRUE(queues.put(p));
  EXPECT_EQ(queues.take_producer(), 2u) << "the master queue first";
  EXPECT_EQ(queues.take_producer(), 1u) << "who put last";
  EXPECT_EQ(queues.take_producer(), 1u);
  EXPECT_EQ(queues.take_producer(), 0u) << "in turn from the beginning";
  EXPECT_EQ(queues.take_producer(), 3u) << "and on";
  ASSERT_TRUE(queues.put(0));
  EXPECT_EQ(queues.take_producer(), 0u) << "the hint again";
  EXPECT_EQ(queues.take_producer(), 4u) << "the turn goes on where it was";
  ASSERT_TRUE(queues.put(2));
  EXPECT_EQ(queues.take_producer(), 2u);
  EXPECT_EQ(queues.take_producer(), 5u);
  EXPECT_EQ(queues.take_producer(), 4u) << "and round";
  EXPECT_EQ(queues.take(), nullptr);
}

// Neither a master queue nor a hinted one that never runs dry keeps the others waiting for ever.
TEST(XQueue, NobodyStarves) {
  for (std::uint32_t busy : {0u, 7u}) {  // the consumer itself; another
    Checked queues(0, 130, 8);
    for (std::uint32_t p : {1u, 63u, 64u, 129u}) ASSERT_TRUE(queues.put(p));
    int others = 0;
    for (std::uint32_t i = 0; i < 6 * (Queue::kMostFavoured + 1); ++i) {
      ASSERT_TRUE(queues.put(busy));
      others += queues.take_producer() != busy;
    }
    EXPECT_EQ(others, 4) << busy;
  }
}

TEST(XQueue, ClearEmptiesAll) {
  Checked queues(1, 70, 4);
  for (std::uint32_t p = 0; p < 70; p += 3) ASSERT_TRUE(queues.put(p));
  queues.take();
  queues.clear();
  ASSERT_TRUE(queues.agrees());
  for (std::uint32_t p = 0; p < 70; ++p) ASSERT_TRUE(queues.put(p));
  ASSERT_TRUE(queues.agrees());
  for (int i = 0; i < 70; ++i) ASSERT_NE(queues.take(), nullptr);
  ASSERT_EQ(queues.take(), nullptr);
}

// All histories of so many operations, each a put by one of three producers or a take; rings of 1 and 2 slots.
TEST(XQueue, AllShortHistories) {
  constexpr int kLength = 7;
  for (std::uint32_t capacity : {1u, 2u}) {
    for (std::uint32_t history = 0; history < 1u << 2 * kLength; ++history) {
      Checked queues(1, 3, capacity);
      for (int i = 0; i < kLength; ++i) {
        const std::uint32_t what = history >> 2 * i & 3;
        if (what < 3) {
          ASSERT_TRUE(queues.put(what)) << history << " at " << i;
        } else {
          const bool own = queues.own() != 0;
          const Item* item = queues.take();
          if (own) {
            ASSERT_NE(item, nullptr);
            ASSERT_EQ(item->producer, 1u) << history << " at " << i;
          }
        }
        ASSERT_TRUE(queues.agrees()) << history << " at " << i;
      }
    }
  }
}

}  // namespace
}  // namespace xomp::queue
