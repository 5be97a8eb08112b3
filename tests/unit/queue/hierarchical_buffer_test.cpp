// The bounded buffer and the FIFO behind it, on one thread. What happens between a look and a compare-and-swap is
// played by `accept`, which is called just there.
#include "core/queue/hierarchical_buffer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <string>
#include <vector>

namespace xomp::queue {
namespace {

struct Item {
  explicit Item(int p, char n = ' ') : priority(p), name(n) {}
  atomic<Item*> link{nullptr};
  int priority;
  char name;
};
struct Access {
  static atomic<Item*>& link(Item& i) { return i.link; }
  static int priority(const Item& i) { return i.priority; }
};
using Buffer = HierarchicalBuffer<Item, Access>;
using Fifo = OverflowFifo<Item, Access>;

struct Fixture {
  explicit Fixture(std::size_t capacity, Fifo* shared) : slots(capacity) { buffer.set_up(slots, shared); }
  std::vector<Buffer::Slot> slots;
  Buffer buffer;
};

template <class Queue>
std::string names(const Queue& queue) {
  std::string all;
  queue.for_each([&](Item* i) { all += i->name; });
  std::sort(all.begin(), all.end());
  return all;
}

TEST(OverflowFifo, OldestFirst) {
  Fifo fifo;
  Item a(0, 'a'), b(0, 'b'), c(0, 'c');
  EXPECT_TRUE(fifo.looks_empty());
  EXPECT_EQ(fifo.take(), nullptr);
  fifo.push(&a);
  fifo.push(&b);
  EXPECT_FALSE(fifo.looks_empty());
  EXPECT_EQ(fifo.take(), &a);
  fifo.push(&c);  // while b stands in the front
  EXPECT_EQ(names(fifo), "bc");
  EXPECT_EQ(fifo.take(), &b);
  EXPECT_EQ(fifo.take(), &c);
  EXPECT_TRUE(fifo.looks_empty());
}

TEST(OverflowFifo, OneTakerAtATime) {
  Fifo fifo;
  Item a(0, 'a'), b(0, 'b');
  fifo.push(&a);
  fifo.push(&b);
  EXPECT_EQ(fifo.take([&](Item*) {
    EXPECT_EQ(fifo.take(), nullptr);
    EXPECT_FALSE(fifo.looks_empty());
    return true;
  }),
            &a);
  EXPECT_EQ(fifo.take([](Item*) { return false; }), nullptr);
  EXPECT_EQ(fifo.take(), &b);
}

TEST(HierarchicalBuffer, BeforeSetUpThereIsNothing) {
  Buffer buffer;
  EXPECT_TRUE(buffer.looks_empty());
  EXPECT_EQ(buffer.take(), nullptr);
}

TEST(HierarchicalBuffer, TheBestFirst) {
  Fifo fifo;
  Fixture f(4, &fifo);
  Item a(3), b(7), c(-2), d(7);
  for (Item* i : {&a, &b, &c, &d}) f.buffer.put(i);
  EXPECT_TRUE(fifo.looks_empty());
  EXPECT_EQ(f.buffer.take()->priority, 7);
  EXPECT_EQ(f.buffer.take()->priority, 7);
  EXPECT_EQ(f.buffer.take(), &a);
  EXPECT_EQ(f.buffer.take(), &c);
  EXPECT_EQ(f.buffer.take(), nullptr);
  EXPECT_TRUE(f.buffer.looks_empty());
}

TEST(HierarchicalBuffer, AFullBufferKeepsTheHighest) {
  Fifo fifo;
  Fixture f(2, &fifo);
  Item a(1, 'a'), b(2, 'b'), c(3, 'c'), d(0, 'd'), e(2, 'e');
  for (Item* i : {&a, &b, &c, &d, &e}) f.buffer.put(i);
  EXPECT_EQ(names(f.buffer), "bc");  // equal: the one that is there stays
  EXPECT_EQ(names(fifo), "ade");
  EXPECT_EQ(fifo.take(), &a);
}

TEST(HierarchicalBuffer, OneSlotManyRounds) {
  Fifo fifo;
  Fixture f(1, &fifo);
  Item a(1), b(2);
  for (int round = 0; round < 5; ++round) {
    f.buffer.put(&a);
    f.buffer.put(&b);
    EXPECT_EQ(f.buffer.take(), &b);
    EXPECT_EQ(f.buffer.take(), nullptr);
    EXPECT_EQ(fifo.take(), &a);
  }
}

TEST(HierarchicalBuffer, FreedSlotsAreUsedAllAround) {
  Fifo fifo;
  Fixture f(3, &fifo);
  std::deque<Item> items;
  for (int n = 0; n < 3; ++n) items.emplace_back(n);
  for (int round = 0; round < 20; ++round) {
    f.buffer.put(&items[0]);
    f.buffer.put(&items[1]);
    EXPECT_EQ(f.buffer.take(), &items[1]);
    f.buffer.put(&items[2]);
    f.buffer.put(&items[1]);
    for (int n = 2; n >= 0; --n) EXPECT_EQ(f.buffer.take(), &items[static_cast<std::size_t>(n)]);
  }
  EXPECT_TRUE(fifo.looks_empty());
}

TEST(HierarchicalBuffer, TakesTheBestOfWhatIsAccepted) {
  Fifo fifo;
  Fixture f(3, &fifo);
  Item a(1, 'a'), b(5, 'b'), c(9, 'c');
  for (Item* i : {&a, &b, &c}) f.buffer.put(i);
  EXPECT_EQ(f.buffer.take([](Item* i) { return i->priority < 9; }), &b);
  EXPECT_EQ(f.buffer.take([](Item*) { return false; }), nullptr);
  EXPECT_EQ(names(f.buffer), "ac");
}

// An item leaves and comes back with other contents between the look and the compare-and-swap: it is not given to
// somebody who may not have it, and not lost.
TEST(HierarchicalBuffer, WhatCameBackAsSomethingElseGoesToTheFifo) {
  Fifo fifo;
  Fixture f(1, &fifo);
  Item a(1, 'a');
  f.buffer.put(&a);
  int asked = 0;
  EXPECT_EQ(f.buffer.take([&](Item* i) {
    if (asked++ == 0) {
      EXPECT_EQ(f.buffer.take(), &a);
      a.name = 'z';
      f.buffer.put(&a);
      return true;
    }
    return i->name != 'z';
  }),
            nullptr);
  EXPECT_EQ(fifo.take(), &a);
}

}  // namespace
}  // namespace xomp::queue
