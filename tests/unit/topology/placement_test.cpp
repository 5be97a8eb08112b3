// proc_bind against the standard's text, for all small teams and partitions.
#include "topology/placement.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace xomp::topology {
namespace {

std::vector<int> places(Policy policy, int threads, Partition parent, int parent_place) {
  std::vector<int> places;
  for (int thread = 0; thread < threads; ++thread)
    places.push_back(place_thread(policy, thread, threads, parent, parent_place).place);
  return places;
}

using List = std::vector<int>;

TEST(Placement, OfTheStandardsExamples) {
  // Eight places of two processors each (OpenMP examples, affinity).
  EXPECT_EQ(places(Policy::spread, 4, {0, 8}, 0), (List{0, 2, 4, 6}));
  EXPECT_EQ(places(Policy::spread, 16, {0, 8}, 0), (List{0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7}));
  EXPECT_EQ(places(Policy::close, 4, {0, 8}, 0), (List{0, 1, 2, 3}));
  EXPECT_EQ(places(Policy::close, 4, {0, 8}, 6), (List{6, 7, 0, 1}));
  EXPECT_EQ(places(Policy::close, 16, {0, 8}, 6), (List{6, 6, 7, 7, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5}));
  EXPECT_EQ(places(Policy::primary, 4, {0, 8}, 3), (List{3, 3, 3, 3}));
}

TEST(Placement, OfUnevenNumbers) {
  EXPECT_EQ(places(Policy::spread, 3, {0, 8}, 4), (List{4, 6, 0}));
  EXPECT_EQ(places(Policy::spread, 3, {0, 8}, 7), (List{7, 0, 3}));
  EXPECT_EQ(places(Policy::close, 5, {0, 2}, 1), (List{1, 1, 1, 0, 0}));
  EXPECT_EQ(places(Policy::in_order, 5, {2, 2}, 3), (List{3, 2, 3, 2, 3}));
}

TEST(Placement, TakesAParentThatIsElsewhereForTheFirst) {
  EXPECT_EQ(places(Policy::close, 2, {4, 3}, 0), (List{4, 5}));
  EXPECT_EQ(places(Policy::close, 2, {4, 3}, -1), (List{4, 5}));
  EXPECT_EQ(places(Policy::spread, 3, {4, 3}, 99), (List{4, 5, 6}));
}

void check_spread(int threads, Partition parent, int parent_place) {
  std::vector<int> owned(static_cast<std::size_t>(parent.count));
  for (int thread = 0; thread < threads; ++thread) {
    const Placement here = place_thread(Policy::spread, thread, threads, parent, parent_place);
    const Placement next = place_thread(Policy::spread, (thread + 1) % threads, threads, parent, parent_place);
    const int length = here.partition.count;
    if (threads <= parent.count) {
      ASSERT_TRUE(length == parent.count / threads || length == (parent.count + threads - 1) / threads);
      for (int place = 0; place < length; ++place)
        ++owned[static_cast<std::size_t>(here.partition.first - parent.first + place)];
      ASSERT_TRUE(thread == 0 || here.place == here.partition.first);
      const int behind = here.partition.first + length;
      ASSERT_EQ(next.partition.first, behind == parent.first + parent.count ? parent.first : behind);
    } else {
      ASSERT_EQ(length, 1);
      ASSERT_EQ(here.place, here.partition.first);
    }
    ASSERT_GE(here.place, here.partition.first);
    ASSERT_LT(here.place, here.partition.first + length);
  }
  ASSERT_EQ(place_thread(Policy::spread, 0, threads, parent, parent_place).place, parent_place);
  const int expected = threads <= parent.count ? parent.count : 0;
  ASSERT_EQ(std::count(owned.begin(), owned.end(), 1), expected);
}

void check_close(int threads, Partition parent, int parent_place) {
  std::vector<int> sizes(static_cast<std::size_t>(parent.count));
  int before = parent_place;
  for (int thread = 0; thread < threads; ++thread) {
    const Placement here = place_thread(Policy::close, thread, threads, parent, parent_place);
    ASSERT_EQ(here.partition.first, parent.first);
    ASSERT_EQ(here.partition.count, parent.count);
    const int following = before + 1 == parent.first + parent.count ? parent.first : before + 1;
    if (thread == 0)
      ASSERT_EQ(here.place, parent_place);
    else if (threads <= parent.count)
      ASSERT_EQ(here.place, following);
    else
      ASSERT_TRUE(here.place == before || here.place == following);
    before = here.place;
    ++sizes[static_cast<std::size_t>(here.place - parent.first)];
  }
  if (threads <= parent.count) return;
  for (int size : sizes) ASSERT_TRUE(size == threads / parent.count || size == threads / parent.count + 1);
}

TEST(Placement, KeepsTheStandardsRules) {
  for (int count = 1; count <= 12; ++count) {
    for (int threads = 1; threads <= 30; ++threads) {
      for (int parent = 5; parent < 5 + count; ++parent) {
        check_spread(threads, {5, count}, parent);
        check_close(threads, {5, count}, parent);
      }
    }
  }
  check_spread(192, {0, 192}, 100);
  check_spread(7, {0, 192}, 191);
  check_close(1000, {0, 192}, 191);
}

}  // namespace
}  // namespace xomp::topology
