// The Chase-Lev deque on one thread, at its edges. A thief between its look and its compare-and-swap is played by
// `accept`, which steal() calls just there.
#include "core/queue/chase_lev_deque.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace xomp::queue {
namespace {

struct Item {};

struct Ring {
  explicit Ring(std::uint32_t capacity) : slots(new atomic<Item*>[capacity]()) {
    deque.set_ring(slots.get(), capacity);
  }
  std::unique_ptr<atomic<Item*>[]> slots;
  ChaseLevDeque<Item> deque;
};

TEST(ChaseLevDeque, EmptyGivesNothing) {
  Ring ring(2);
  EXPECT_TRUE(ring.deque.looks_empty());
  EXPECT_EQ(ring.deque.pop(), nullptr);
  EXPECT_EQ(ring.deque.steal(), nullptr);
  EXPECT_EQ(ring.deque.size(), 0u);
}

TEST(ChaseLevDeque, WithoutARingItIsFull) {
  ChaseLevDeque<Item> deque;
  Item item;
  EXPECT_FALSE(deque.has_ring());
  EXPECT_FALSE(deque.push(&item));
  EXPECT_EQ(deque.pop(), nullptr);
  EXPECT_EQ(deque.steal(), nullptr);
}

TEST(ChaseLevDeque, NewestForTheOwnerOldestForThieves) {
  Ring ring(4);
  Item items[3];
  for (Item& i : items) EXPECT_TRUE(ring.deque.push(&i));
  EXPECT_FALSE(ring.deque.looks_empty());
  EXPECT_EQ(ring.deque.size(), 3u);
  EXPECT_EQ(ring.deque.steal(), &items[0]);
  EXPECT_EQ(ring.deque.pop(), &items[2]);
  EXPECT_EQ(ring.deque.pop(), &items[1]);
  EXPECT_EQ(ring.deque.pop(), nullptr);
  EXPECT_TRUE(ring.deque.looks_empty());
}

TEST(ChaseLevDeque, FullRefusesUntilOneHasLeft) {
  Ring ring(2);
  Item items[3];
  EXPECT_TRUE(ring.deque.push(&items[0]));
  EXPECT_TRUE(ring.deque.push(&items[1]));
  EXPECT_FALSE(ring.deque.push(&items[2]));
  EXPECT_EQ(ring.deque.steal(), &items[0]);
  EXPECT_TRUE(ring.deque.push(&items[2]));
  EXPECT_FALSE(ring.deque.push(&items[0]));
  EXPECT_EQ(ring.deque.pop(), &items[2]);
  EXPECT_TRUE(ring.deque.push(&items[0]));
}

// Ring of sixteen: an eighth is two. Each look at what thieves took comes two pushes after the last vain one.
TEST(ChaseLevDeque, ALittleRoomLeavesItFullForSomePushes) {
  Ring ring(16);
  Item items[17];
  for (int i = 0; i < 16; ++i) EXPECT_TRUE(ring.deque.push(&items[i]));
  EXPECT_FALSE(ring.deque.push(&items[16]));  // looks
  for (int i = 0; i < 3; ++i) EXPECT_EQ(ring.deque.steal(), &items[i]);
  EXPECT_FALSE(ring.deque.push(&items[16]));
  EXPECT_FALSE(ring.deque.push(&items[16]));
  EXPECT_TRUE(ring.deque.push(&items[16]));  // looks
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(ring.deque.push(&items[i]));
  EXPECT_EQ(ring.deque.steal(), &items[3]);
  EXPECT_FALSE(ring.deque.push(&items[2]));  // looks: room for one is too little
  EXPECT_EQ(ring.deque.pop(), &items[1]);
  EXPECT_TRUE(ring.deque.push(&items[2]));  // what the owner takes is room at once
}

TEST(ChaseLevDeque, SoonIsWhatAFourthStealWouldGet) {
  Ring ring(16);
  Item items[12];
  EXPECT_EQ(ring.deque.soon(), nullptr);
  for (int i = 0; i < 8; ++i) ring.deque.push(&items[i]);
  EXPECT_EQ(ring.deque.soon(), nullptr);  // the owner may be writing near it
  ring.deque.push(&items[8]);
  EXPECT_EQ(ring.deque.soon(), &items[4]);
  EXPECT_EQ(ring.deque.steal(), &items[0]);
  EXPECT_EQ(ring.deque.soon(), nullptr);
}

TEST(ChaseLevDeque, OneSlot) {
  Ring ring(1);
  Item items[2];
  for (int round = 0; round < 5; ++round) {
    EXPECT_TRUE(ring.deque.push(&items[0]));
    EXPECT_FALSE(ring.deque.push(&items[1]));
    EXPECT_EQ(round % 2 == 0 ? ring.deque.pop() : ring.deque.steal(), &items[0]);
    EXPECT_TRUE(ring.deque.looks_empty());
  }
}

TEST(ChaseLevDeque, TheRingGoesRound) {
  Ring ring(4);
  Item items[4];
  for (int round = 0; round < 25; ++round) {
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(ring.deque.push(&items[i]));
    EXPECT_EQ(ring.deque.pop(), &items[2]);
    EXPECT_EQ(ring.deque.steal(), &items[0]);
    EXPECT_EQ(ring.deque.steal(), &items[1]);
    EXPECT_EQ(ring.deque.pop(), nullptr);
  }
}

TEST(ChaseLevDeque, PopStopsAtItsFloor) {
  Ring ring(4);
  Item items[3];
  ring.deque.push(&items[0]);
  const auto floor = ring.deque.bottom();
  ring.deque.push(&items[1]);
  EXPECT_EQ(ring.deque.pop(floor), &items[1]);
  EXPECT_EQ(ring.deque.pop(floor), nullptr);
  EXPECT_EQ(ring.deque.steal(), &items[0]);
  ring.deque.push(&items[2]);  // in the place of items[1]
  EXPECT_EQ(ring.deque.pop(floor), &items[2]);
}

TEST(ChaseLevDeque, ARefusedItemStays) {
  Ring ring(2);
  Item item;
  ring.deque.push(&item);
  EXPECT_EQ(ring.deque.steal([](Item*) { return false; }), nullptr);
  EXPECT_EQ(ring.deque.size(), 1u);
  EXPECT_EQ(ring.deque.pop(), &item);
}

TEST(ChaseLevDeque, TheOwnerTakesTheLastBeforeAThiefsCas) {
  Ring ring(2);
  Item items[2];
  ring.deque.push(&items[0]);
  Item* popped = nullptr;
  EXPECT_EQ(ring.deque.steal([&](Item*) { return (popped = ring.deque.pop()) != nullptr; }), nullptr);
  EXPECT_EQ(popped, &items[0]);
  // The same slot is filled again meanwhile: the thief gets what stands there now, once.
  ring.deque.push(&items[0]);
  int looks = 0;
  Item* stolen = ring.deque.steal([&](Item*) {
    if (looks++ == 0) {
      EXPECT_EQ(ring.deque.pop(), &items[0]);
      ring.deque.push(&items[1]);
    }
    return true;
  });
  EXPECT_EQ(stolen, &items[1]);
  EXPECT_EQ(looks, 2);
  EXPECT_TRUE(ring.deque.looks_empty());
}

TEST(ChaseLevDeque, AThiefIsOvertakenByTheWholeRing) {
  Ring ring(2);
  Item items[6];
  ring.deque.push(&items[0]);
  ring.deque.push(&items[1]);
  int looks = 0;
  Item* stolen = ring.deque.steal([&](Item*) {
    if (looks++ == 0)
      for (int i = 2; i < 6; ++i) {
        EXPECT_EQ(ring.deque.steal(), &items[i - 2]);
        EXPECT_TRUE(ring.deque.push(&items[i]));
      }
    return true;
  });
  EXPECT_EQ(stolen, &items[4]);
  EXPECT_EQ(ring.deque.pop(), &items[5]);
  EXPECT_EQ(ring.deque.pop(), nullptr);
}

TEST(ChaseLevDeque, VisitsAllOldestFirst) {
  Ring ring(4);
  Item items[4];
  for (Item& i : items) ring.deque.push(&i);
  ring.deque.steal();
  ring.deque.push(&items[0]);  // beyond the ring's end
  std::vector<Item*> seen;
  ring.deque.for_each([&](Item* i) { seen.push_back(i); });
  EXPECT_EQ(seen, (std::vector<Item*>{&items[1], &items[2], &items[3], &items[0]}));
  ring.deque.forget_others();
  EXPECT_EQ(ring.deque.size(), 4u);
}

}  // namespace
}  // namespace xomp::queue
