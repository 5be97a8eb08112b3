// The tree's arithmetic: everyone meets, everyone is told once, and how many write one line.
#include "core/barrier/tree_shape.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace xomp::barrier {
namespace {

TEST(TreeShape, EachThreadIsToldOnceByItsTeller) {
  for (std::uint32_t fan_out = 2; fan_out <= 7; ++fan_out) {
    const TreeShape shape(fan_out);
    for (std::uint32_t size = 1; size <= 130; ++size) {
      std::vector<int> told(size, 0);
      for (std::uint32_t from = 0; from < size; ++from)
        shape.for_each_told(from, size, [&](std::uint32_t to) {
          ASSERT_LT(to, size);
          EXPECT_LT(from, to);
          EXPECT_EQ(shape.teller_of(to), from) << "fan-out " << fan_out;
          ++told[to];
        });
      EXPECT_EQ(told[0], 0);
      EXPECT_EQ(std::count(told.begin() + 1, told.end(), 1), static_cast<long>(size) - 1) << size << " by " << fan_out;
    }
  }
}

TEST(TreeShape, TheWidestPartIsToldFirst) {
  std::vector<std::uint32_t> told;
  TreeShape(4).for_each_told(0, 20, [&](std::uint32_t to) { told.push_back(to); });
  EXPECT_EQ(told, (std::vector<std::uint32_t>{16, 4, 8, 12, 1, 2, 3}));
}

struct Counts {
  std::uint32_t additions = 0;       // read-modify-writes to arrive
  std::uint32_t most_on_a_line = 0;  // by how many threads
  std::uint32_t levels = 0;
  std::uint32_t stores = 0;          // to let go
  std::uint32_t longest_way = 0;     // of a word from thread 0
};

Counts count(TreeShape shape, std::uint32_t size) {
  Counts c;
  for (std::uint32_t members = size; members > 1; members = shape.groups(members)) {
    ++c.levels;
    for (std::uint32_t g = 0; g < shape.groups(members); ++g) {
      const std::uint32_t n = shape.group_size(g, members);
      c.most_on_a_line = std::max(c.most_on_a_line, n);
      if (n > 1) c.additions += n;
    }
  }
  for (std::uint32_t i = 0; i < size; ++i) shape.for_each_told(i, size, [&](std::uint32_t) { ++c.stores; });
  for (std::uint32_t i = 1; i < size; ++i) {
    std::uint32_t way = 0;
    for (std::uint32_t at = i; at != 0; at = shape.teller_of(at)) ++way;
    c.longest_way = std::max(c.longest_way, way);
  }
  return c;
}

// The table in src/core/barrier/PROTOCOL.md. The central word is written by all, `size` + 1 times.
TEST(TreeShape, Counts) {
  struct Row {
    std::uint32_t size, additions, most_on_a_line, levels, stores, longest_way;
  };
  for (const Row& row : {Row{2, 2, 2, 1, 1, 1}, Row{8, 10, 4, 2, 7, 2}, Row{64, 84, 4, 3, 63, 3}, Row{192, 255, 4, 4, 191, 4}}) {
    const Counts c = count(TreeShape(4), row.size);
    EXPECT_EQ(c.additions, row.additions) << row.size;
    EXPECT_EQ(c.most_on_a_line, row.most_on_a_line) << row.size;
    EXPECT_EQ(c.levels, row.levels) << row.size;
    EXPECT_EQ(c.stores, row.stores) << row.size;
    EXPECT_EQ(c.longest_way, row.longest_way) << row.size;
  }
}

}  // namespace
}  // namespace xomp::barrier
