// The message ring with one thread: order, full, numbers that come round the ring many times, and a sender that is late.
#include "core/queue/message_ring.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace xomp::queue {
namespace {

struct alignas(8) Item {};

constexpr std::uint32_t kSlots = 8;

std::vector<Item*> received(MessageRing<Item, kSlots>& ring) {
  std::vector<Item*> items;
  ring.receive([](Item*) {}, [&](Item* item) { items.push_back(item); });
  return items;
}

TEST(MessageRing, KeepsOrderUntilItIsFull) {
  MessageRing<Item, kSlots> ring;
  std::array<Item, kSlots + 1> items;
  EXPECT_FALSE(ring.has_messages());
  for (int round = 0; round < 20; ++round) {
    std::vector<Item*> sent;
    for (std::uint32_t i = 0; i < kSlots; ++i) {
      ASSERT_TRUE(ring.send(&items[i]));
      sent.push_back(&items[i]);
    }
    EXPECT_FALSE(ring.send(&items[kSlots]));
    EXPECT_TRUE(ring.has_messages());
    EXPECT_EQ(received(ring), sent);
    EXPECT_FALSE(ring.has_messages());
  }
}

TEST(MessageRing, TakesAnyNumberAtAnyPlace) {
  for (std::uint32_t n = 1; n <= kSlots; ++n) {
    MessageRing<Item, kSlots> ring;
    std::array<Item, kSlots> items;
    for (int round = 0; round < 30; ++round) {
      for (std::uint32_t i = 0; i < n; ++i) ASSERT_TRUE(ring.send(&items[i]));
      EXPECT_EQ(received(ring).size(), n);
    }
  }
}

TEST(MessageRing, FetchesWhatFollows) {
  MessageRing<Item, kSlots> ring;
  std::array<Item, kSlots> items;
  for (Item& item : items) ASSERT_TRUE(ring.send(&item));
  std::vector<Item*> fetched;
  std::size_t visited = 0;
  ring.receive([&](Item* item) { fetched.push_back(item); },
               [&](Item* item) { EXPECT_EQ(item, &items[visited++]); });
  EXPECT_EQ(visited, items.size());
  ASSERT_FALSE(fetched.empty());
  for (Item* item : fetched) EXPECT_GT(item, &items[0]);
}

// What a visit sends comes in the same or the next round, never lost.
TEST(MessageRing, SendsWhileItReceives) {
  MessageRing<Item, kSlots> ring;
  std::array<Item, kSlots> items;
  ASSERT_TRUE(ring.send(&items[0]));
  int visits = 0;
  ring.receive([](Item*) {}, [&](Item*) {
    if (++visits < 4) {
      ASSERT_TRUE(ring.send(&items[0]));
    }
  });
  EXPECT_EQ(visits, 4);
}

TEST(MessageRing, ForgetsAll) {
  MessageRing<Item, kSlots> ring;
  std::array<Item, kSlots> items;
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(ring.send(&items[0]));
  ring.clear();
  EXPECT_TRUE(received(ring).empty());
  for (Item& item : items) EXPECT_TRUE(ring.send(&item));
  EXPECT_EQ(received(ring).size(), items.size());
}

}  // namespace
}  // namespace xomp::queue
