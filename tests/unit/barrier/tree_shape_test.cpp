// The tree's shape: all meet, each thread is told once, neighbours of a cache or a domain are in one subtree, and what a barrier costs.
#include "core/barrier/tree_shape.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace xomp::barrier {
namespace {

// Threads dealt to caches of `in_cache`, of which `in_domain` are in one domain; in_turn: thread after thread to another domain.
struct Machine {
  std::uint32_t in_cache, in_domain, domains = 1;
  bool in_turn = false;

  static Spot spot_of(const void* context, std::uint32_t thread) {
    const auto& m = *static_cast<const Machine*>(context);
    const std::uint32_t at = m.in_turn ? thread / m.domains : thread % (m.in_cache * m.in_domain);
    const std::uint32_t domain = m.in_turn ? thread % m.domains : thread / (m.in_cache * m.in_domain);
    return {static_cast<std::int32_t>(domain), static_cast<std::int32_t>(domain * m.in_domain + at / m.in_cache)};
  }
};

std::vector<std::uint32_t> listeners_of(const TreeShape& shape, std::uint32_t thread) {
  const auto all = shape.listeners().subspan(shape.first_listener(thread), shape.listener_count(thread));
  return {all.begin(), all.end()};
}

// Each group fills, by threads and by the groups that lead to it, and all lead to the one without a parent.
void check(const TreeShape& shape, std::uint32_t size, std::uint32_t fan_out) {
  std::vector<std::uint32_t> come(shape.groups(), 0);
  for (std::uint32_t i = 0; i < size; ++i) ++come[shape.group_of(i)];
  std::uint32_t tops = 0;
  for (std::uint32_t g = 0; g < shape.groups(); ++g) {
    const TreeShape::Group group = shape.group(g);
    ASSERT_GE(group.members, 2u);
    ASSERT_LE(group.members, fan_out);
    if (group.parent == TreeShape::kNone) ++tops;
    else ++come[group.parent];
  }
  EXPECT_EQ(tops, 1u);
  for (std::uint32_t g = 0; g < shape.groups(); ++g) EXPECT_EQ(come[g], shape.group(g).members);
  std::vector<int> told(size, 0);
  std::vector<std::uint32_t> reached{0};
  for (std::size_t i = 0; i < reached.size(); ++i)
    for (const std::uint32_t listener : listeners_of(shape, reached[i])) {
      ++told[listener];
      reached.push_back(listener);
    }
  EXPECT_EQ(reached.size(), size);
  EXPECT_EQ(std::count(told.begin() + 1, told.end(), 1), static_cast<long>(size) - 1);
}

TEST(TreeShape, AllMeetAndEachIsToldOnce) {
  for (const std::uint32_t fan_out : {2u, 3u, 4u, 7u, 64u}) {
    TreeShape shape(400);
    for (std::uint32_t size = 2; size <= 130; ++size) {
      shape.build(size, fan_out, nullptr, nullptr);
      check(shape, size, fan_out);
    }
    for (const Machine& m : {Machine{3, 2, 4}, Machine{8, 3, 8}, Machine{1, 24, 8}, Machine{4, 2, 3, true}, Machine{1, 1, 64, true}})
      for (const std::uint32_t size : {2u, 5u, 23u, 24u, 25u, 64u, 192u, 384u}) {
        shape.build(size, fan_out, Machine::spot_of, &m);
        check(shape, size, fan_out);
      }
  }
}

// Only one thread of a cache, or of a domain, is told by one from outside. The others are told inside, and meet inside before.
void expect_one_way_in(const TreeShape& shape, std::uint32_t size, std::int32_t Spot::* what, const Machine& m) {
  std::vector<std::uint32_t> tellers_outside(400, 0);
  for (std::uint32_t i = 0; i < size; ++i)
    for (const std::uint32_t listener : listeners_of(shape, i)) {
      const std::int32_t to = Machine::spot_of(&m, listener).*what;
      if (Machine::spot_of(&m, i).*what != to) ++tellers_outside[static_cast<std::size_t>(to)];
    }
  for (const std::uint32_t tellers : tellers_outside) EXPECT_LE(tellers, 1u);
}

TEST(TreeShape, ASubtreeForEachCacheAndDomain) {
  TreeShape shape(400);
  for (const Machine& m : {Machine{3, 2, 4}, Machine{8, 3, 8}, Machine{4, 6, 8, true}, Machine{5, 3, 16, true}})
    for (const std::uint32_t fan_out : {2u, 4u, 16u}) {
      shape.build(192, fan_out, Machine::spot_of, &m);
      expect_one_way_in(shape, 192, &Spot::domain, m);
      expect_one_way_in(shape, 192, &Spot::cache, m);
    }
}

TEST(TreeShape, TheHighestLevelIsToldFirst) {
  TreeShape shape(20);
  shape.build(20, 4, nullptr, nullptr);
  EXPECT_EQ(listeners_of(shape, 0), (std::vector<std::uint32_t>{16, 4, 8, 12, 1, 2, 3}));
  EXPECT_EQ(listeners_of(shape, 16), (std::vector<std::uint32_t>{17, 18, 19}));
  EXPECT_EQ(listeners_of(shape, 5), (std::vector<std::uint32_t>{}));
}

// The table in src/core/barrier/PROTOCOL.md.
TEST(TreeShape, Counts) {
  struct Row {
    std::uint32_t size, additions, lines, longest_way;
  };
  for (const Row& row : {Row{2, 2, 1, 1}, Row{8, 10, 3, 2}, Row{64, 84, 21, 3}, Row{192, 255, 64, 4}, Row{384, 512, 129, 5}}) {
    TreeShape shape(row.size);
    shape.build(row.size, 4, nullptr, nullptr);
    std::uint32_t additions = 0;
    for (std::uint32_t g = 0; g < shape.groups(); ++g) additions += shape.group(g).members;
    EXPECT_EQ(additions, row.additions) << row.size;
    EXPECT_EQ(shape.groups(), row.lines) << row.size;
    std::vector<std::uint32_t> way(row.size, 0), reached{0};
    for (std::size_t i = 0; i < reached.size(); ++i)
      for (const std::uint32_t listener : listeners_of(shape, reached[i])) {
        way[listener] = way[reached[i]] + 1;
        reached.push_back(listener);
      }
    EXPECT_EQ(*std::max_element(way.begin(), way.end()), row.longest_way) << row.size;
  }
}

}  // namespace
}  // namespace xomp::barrier
