// The LIFO with and without priorities on one thread. A thief between its look and its compare-and-swap is played by
// `accept`, which steal() calls just there.
#include "core/queue/priority_lifo.h"

#include <gtest/gtest.h>

#include <string>

namespace xomp::queue {
namespace {

struct alignas(64) Item {
  explicit Item(int p = 0, char n = ' ') : priority(p), name(n) {}
  atomic<Item*> link{nullptr};
  int priority;
  char name;
};
struct Access {
  static atomic<Item*>& link(Item& i) { return i.link; }
  static int priority(const Item& i) { return i.priority; }
};
struct LinkOnly {
  static atomic<Item*>& link(Item& i) { return i.link; }
};
using Llp = PriorityLifo<Item, Access>;
using Ll = PriorityLifo<Item, LinkOnly, Arrange::newest_first>;

template <class Lifo>
std::string names(const Lifo& lifo) {
  std::string all;
  lifo.for_each([&](Item* i) { all += i->name; });
  return all;
}

TEST(PriorityLifo, EmptyGivesNothing) {
  Llp lifo;
  EXPECT_TRUE(lifo.looks_empty());
  EXPECT_EQ(lifo.pop(), nullptr);
  EXPECT_EQ(lifo.steal(), nullptr);
}

TEST(PriorityLifo, PlainIsNewestFirst) {
  Ll lifo;
  Item a(9, 'a'), b(1, 'b'), c(5, 'c');
  for (Item* i : {&a, &b, &c}) EXPECT_TRUE(lifo.push(i));
  EXPECT_EQ(names(lifo), "cba");
  EXPECT_EQ(lifo.steal(), &c);
  EXPECT_EQ(lifo.pop(), &b);
  EXPECT_EQ(lifo.pop(), &a);
  EXPECT_TRUE(lifo.looks_empty());
}

TEST(PriorityLifo, HigherFirstNewBeforeOldWhereEqual) {
  Llp lifo;
  Item a(5, 'a'), b(3, 'b'), c(5, 'c'), d(3, 'd'), e(-1, 'e'), f(9, 'f');
  for (Item* i : {&a, &b, &c, &d, &e, &f}) EXPECT_TRUE(lifo.push(i));
  EXPECT_EQ(names(lifo), "fcadbe");
  EXPECT_EQ(lifo.pop(), &f);
  EXPECT_EQ(lifo.steal(), &c);
  EXPECT_EQ(lifo.steal(), &a);
  // Higher than what is left, lower than what the owner last saw.
  EXPECT_TRUE(lifo.push(&a));
  EXPECT_EQ(names(lifo), "adbe");
  Item g(4, 'g');
  EXPECT_TRUE(lifo.push(&g));
  EXPECT_EQ(names(lifo), "agdbe");
}

TEST(PriorityLifo, AfterItsOwnPopTheOwnerKnowsWhatIsLeft) {
  Llp lifo;
  Item a(1, 'a'), b(7, 'b'), c(0, 'c');
  lifo.push(&a);
  lifo.push(&b);
  EXPECT_EQ(lifo.pop(), &b);
  lifo.push(&c);
  EXPECT_EQ(names(lifo), "ac");
  EXPECT_EQ(lifo.pop(), &a);
  EXPECT_EQ(lifo.pop(), &c);
  b.priority = -5;  // empty: what was there before does not count
  lifo.push(&b);
  lifo.push(&c);
  EXPECT_EQ(names(lifo), "cb");
}

TEST(PriorityLifo, WhatIsLeftMayBeAsHighAsWhatWasPopped) {
  Llp lifo;
  Item a(5, 'a'), b(5, 'b'), c(4, 'c');
  lifo.push(&a);
  lifo.push(&b);
  EXPECT_EQ(lifo.pop(), &b);
  lifo.push(&c);
  EXPECT_EQ(names(lifo), "ac");
}

TEST(PriorityLifo, ARefusedItemStays) {
  Llp lifo;
  Item a(1, 'a');
  lifo.push(&a);
  EXPECT_EQ(lifo.steal([](Item*) { return false; }), nullptr);
  EXPECT_EQ(lifo.pop([](Item*) { return false; }), nullptr);
  EXPECT_EQ(names(lifo), "a");
}

// ABA: while a thief holds "b follows a", a and b are taken and a comes back before c.
TEST(PriorityLifo, AThiefDoesNotBringBackWhatWasTaken) {
  Ll lifo;
  Item a(0, 'a'), b(0, 'b'), c(0, 'c');
  lifo.push(&b);
  lifo.push(&a);
  int looks = 0;
  EXPECT_EQ(lifo.steal([&](Item* first) {
    EXPECT_EQ(first, &a);
    if (looks++ == 0) {
      EXPECT_EQ(lifo.pop(), &a);
      EXPECT_EQ(lifo.pop(), &b);
      EXPECT_TRUE(lifo.push(&c));
      EXPECT_TRUE(lifo.push(&a));
    }
    return true;
  }),
            &a);
  EXPECT_EQ(looks, 2);
  EXPECT_EQ(names(lifo), "c");
}

// The same while the owner merges behind the first item.
TEST(PriorityLifo, AThiefDoesNotDropWhatWasMergedIn) {
  Llp lifo;
  Item a(5, 'a'), b(1, 'b'), c(3, 'c');
  lifo.push(&b);
  lifo.push(&a);
  int looks = 0;
  EXPECT_EQ(lifo.steal([&](Item*) {
    if (looks++ == 0) {
      EXPECT_TRUE(lifo.push(&c));
    }
    return true;
  }),
            &a);
  EXPECT_EQ(looks, 2);
  EXPECT_EQ(names(lifo), "cb");
}

// A thief sleeps for as many pushes as there are tags: the owner stops before the thief's tag comes round.
TEST(PriorityLifo, TagsDoNotComeRoundUnderASleepingThief) {
  constexpr std::uint64_t kTags = std::uint64_t{1} << 22;
  Ll lifo;
  Item a(0, 'a'), b(0, 'b'), c(0, 'c');
  lifo.push(&b);
  lifo.push(&a);
  bool refused = false;
  std::uint64_t pushes = 0;
  int looks = 0;
  Item* stolen = lifo.steal([&](Item*) {
    if (looks++ != 0) return true;
    lifo.pop();
    lifo.pop();
    lifo.push(&c);
    for (; !refused && pushes <= kTags; ++pushes) {
      refused = !lifo.push(&a);
      if (!refused) {
        EXPECT_EQ(lifo.pop(), &a);
      }
    }
    return true;
  });
  EXPECT_TRUE(refused);
  EXPECT_GE(pushes, kTags / 4);
  EXPECT_LT(pushes, kTags * 3 / 4);
  EXPECT_EQ(stolen, &c);
  EXPECT_TRUE(lifo.looks_empty());
  // The thief is gone: it goes on, and through all tags when nobody sleeps.
  for (std::uint64_t n = 0; n < kTags + 10; ++n) {
    ASSERT_TRUE(lifo.push(&a));
    ASSERT_EQ(n % 1024 == 0 ? lifo.steal() : lifo.pop(), &a);
  }
}

// No such address on the machines we know unless a program asks for it: refused, nothing happens.
TEST(PriorityLifo, AnAddressThatDoesNotFitIsRefused) {
  if (sizeof(void*) < 8) GTEST_SKIP();
  Ll lifo;
  EXPECT_FALSE(lifo.push(reinterpret_cast<Item*>(std::uintptr_t{1} << (sizeof(void*) * 8 - 8))));
  EXPECT_TRUE(lifo.looks_empty());
}

TEST(PriorityLifo, ForgettingOthersKeepsTheItems) {
  Llp lifo;
  Item a(1, 'a'), b(2, 'b');
  lifo.push(&a);
  lifo.push(&b);
  lifo.forget_others();
  EXPECT_EQ(names(lifo), "ba");
  EXPECT_EQ(lifo.steal(), &b);
}

}  // namespace
}  // namespace xomp::queue
