// The handover word with one thread: one item at a time, none overwritten.
#include "core/queue/handover_word.h"

#include <gtest/gtest.h>

#include <vector>

namespace xomp::queue {
namespace {

struct Item {};

TEST(HandoverWord, HoldsOneItem) {
  HandoverWord<Item> word;
  Item first, second;
  EXPECT_TRUE(word.looks_empty());
  EXPECT_EQ(word.take(), nullptr);
  EXPECT_TRUE(word.try_hand_over(&first));
  EXPECT_FALSE(word.looks_empty());
  EXPECT_FALSE(word.try_hand_over(&second)) << "the caller keeps it";
  EXPECT_EQ(word.take(), &first);
  EXPECT_EQ(word.take(), nullptr);
  EXPECT_TRUE(word.try_hand_over(&second));
  EXPECT_EQ(word.take(), &second);
}

TEST(HandoverWord, IsVisitedAndCleared) {
  HandoverWord<Item> word;
  Item item;
  std::vector<Item*> seen;
  const auto visit = [&](Item* i) { seen.push_back(i); };
  word.for_each(visit);
  EXPECT_TRUE(seen.empty());
  word.try_hand_over(&item);
  word.for_each(visit);
  EXPECT_EQ(seen, std::vector<Item*>{&item});
  word.clear();
  EXPECT_TRUE(word.looks_empty());
}

}  // namespace
}  // namespace xomp::queue
