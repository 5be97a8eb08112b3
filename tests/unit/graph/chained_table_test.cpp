// The row of chained tables step by step, with one thread.
#include "core/graph/chained_table.h"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>
#include <vector>

namespace xomp::graph {
namespace {

struct Node : Task {
  std::size_t key;
};

class ChainedTableTest : public ::testing::Test {
 protected:
  static constexpr ChainedTable::Shape kShape{.first = 4, .limit = 2, .largest = 16};
  ChainedTable::Reader readers[2];
  atomic<std::uint32_t> known{2};
  ChainedTable table{readers, known, sync::ReaderFence::full, kShape};
  std::vector<Node> nodes = std::vector<Node>(100);

  template <class Use>
  void with(std::size_t hash, Use&& use) {
    LockedPlace place;
    table.lock(place, hash, 1);
    use(place);
    table.unlock(place);
  }
  void insert(std::size_t key, std::size_t hash) {
    nodes[key].key = key;
    with(hash, [&](LockedPlace& place) { table.insert(place, &nodes[key]); });
  }
  Task* find(LockedPlace& place, std::size_t key) {
    return table.find(
        place, [](const Task* t, const void* wanted) { return static_cast<const Node*>(t)->key == *static_cast<const std::size_t*>(wanted); },
        &key);
  }
  bool has(std::size_t key, std::size_t hash) {
    Task* found = nullptr;
    with(hash, [&](LockedPlace& place) { found = find(place, key); });
    EXPECT_TRUE(found == nullptr || found == &nodes[key]);
    return found != nullptr;
  }
  bool remove(std::size_t key, std::size_t hash) {
    bool is_there = false;
    with(hash, [&](LockedPlace& place) {
      Task* const found = find(place, key);
      is_there = found != nullptr;
      if (is_there) table.remove(place, found);
    });
    return is_there;
  }
  std::multiset<std::size_t> all() {
    std::multiset<std::size_t> keys;
    table.visit(
        1, [](Task* t, void* to) { static_cast<std::multiset<std::size_t>*>(to)->insert(static_cast<Node*>(t)->key); }, &keys);
    return keys;
  }
};

TEST_F(ChainedTableTest, GrowsByTablesInFrontAndFindsAllOfThem) {
  for (std::size_t k = 0; k < 9; ++k) insert(k, k);
  EXPECT_EQ(table.tables(), 2u);
  EXPECT_EQ(table.buckets(), 8u);
  for (std::size_t k = 9; k < 40; ++k) insert(k, k);
  EXPECT_EQ(table.tables(), 3u);
  EXPECT_EQ(table.buckets(), 16u) << "the largest";
  EXPECT_EQ(all().size(), 40u);
  for (std::size_t k = 0; k < 40; ++k) EXPECT_TRUE(has(k, k)) << k;
  EXPECT_FALSE(has(40, 40));
  EXPECT_EQ(all().size(), 40u);
}

TEST_F(ChainedTableTest, AFoundTaskMovesToTheFrontAndAnEmptyTableGoes) {
  for (std::size_t k = 0; k < 9; ++k) insert(k, k);
  ASSERT_EQ(table.tables(), 2u);
  for (std::size_t k = 0; k < 8; ++k) EXPECT_TRUE(has(k, k));
  EXPECT_EQ(table.tables(), 2u) << "one task is left in the old table";
  EXPECT_TRUE(has(8, 8));
  EXPECT_EQ(table.tables(), 1u);
  EXPECT_EQ(all().size(), 9u);
}

TEST_F(ChainedTableTest, AnOldTableGoesWithItsLastTask) {
  for (std::size_t k = 0; k < 9; ++k) insert(k, k);
  for (std::size_t k = 0; k < 9; ++k) {
    EXPECT_EQ(table.tables(), 2u);
    EXPECT_TRUE(remove(k, k));
    EXPECT_FALSE(remove(k, k));
  }
  EXPECT_EQ(table.tables(), 1u);
  EXPECT_TRUE(all().empty());
}

TEST_F(ChainedTableTest, RemovesWhatHasMovedSinceItWasFound) {
  insert(0, 0);
  for (std::size_t k = 1; k < 9; ++k) insert(k, k);
  ASSERT_EQ(table.tables(), 2u);
  with(0, [&](LockedPlace& place) { table.remove(place, &nodes[0]); });  // in the old one; nobody has looked
  EXPECT_EQ(all().size(), 8u);
  EXPECT_EQ(all().count(0), 0u);
}

TEST_F(ChainedTableTest, HashesThatAreAlikeDoNotMakeItGrow) {
  ChainedTable many(readers, known, sync::ReaderFence::full, {.first = 256, .limit = 16, .largest = 1 << 24});
  for (std::size_t k = 0; k < 100; ++k) {
    LockedPlace place;
    many.lock(place, 7, 0);
    many.insert(place, &nodes[k]);
    many.unlock(place);
  }
  EXPECT_EQ(many.tables(), 1u);
  EXPECT_EQ(many.buckets(), 256u);
}

TEST_F(ChainedTableTest, DrainTakesAll) {
  for (std::size_t k = 0; k < 30; ++k) insert(k, k);
  std::set<Task*> tasks;
  for (Task* t = table.drain(); t != nullptr; t = t->next) tasks.insert(t);
  EXPECT_EQ(tasks.size(), 30u);
  EXPECT_TRUE(all().empty());
  EXPECT_EQ(table.tables(), 1u);
  insert(1, 1);
  EXPECT_TRUE(has(1, 1));
}

TEST_F(ChainedTableTest, AComparisonMayThrow) {
  for (std::size_t k = 0; k < 9; ++k) insert(k, k);
  ASSERT_EQ(table.tables(), 2u);
  for (const std::size_t hash : {0u, 8u, 3u}) {
    LockedPlace place;
    table.lock(place, hash, 1);
    EXPECT_THROW(
        table.find(
            place, [](const Task*, const void*) -> bool { throw std::runtime_error("no"); }, nullptr),
        std::runtime_error);
    table.unlock(place);
  }
  for (std::size_t k = 0; k < 9; ++k) EXPECT_TRUE(remove(k, k));
}

TEST_F(ChainedTableTest, ForksChildCountsAnew) {
  for (std::size_t k = 0; k < 9; ++k) insert(k, k);
  readers[0].reading.store(1);  // of a thread that is gone
  table.forget(&readers[1]);
  for (std::size_t k = 0; k < 9; ++k) EXPECT_TRUE(remove(k, k));
  EXPECT_EQ(table.tables(), 1u) << "the writer waited for nobody";
}

}  // namespace
}  // namespace xomp::graph
