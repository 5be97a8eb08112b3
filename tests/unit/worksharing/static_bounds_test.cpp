// Every static formula against what it says in words, and against the figures taken from the other runtimes.
#include "core/worksharing/static_bounds.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

namespace xomp::worksharing {
namespace {

template <class T>
using Signed = std::make_signed_t<T>;

// The values that a thread runs, as compiled code walks them: cut off at the loop's end, then on by the stride.
template <class T>
std::vector<T> walk(const StaticBounds<T>& b, T loop_upper, Signed<T> step, bool chunked) {
  std::vector<T> values;
  T lower = b.lower;
  T upper = b.upper;
  for (;;) {
    if (step > 0 ? upper > loop_upper : upper < loop_upper) upper = loop_upper;
    if (step > 0 ? lower > upper : lower < upper) break;
    for (std::uint64_t n = trip_count<T>(lower, upper, step), i = 0; i < n; ++i) {
      values.push_back(static_cast<T>(static_cast<std::uint64_t>(lower) + i * static_cast<std::uint64_t>(step)));
    }
    if (!chunked) break;
    // compiled code wraps here, too; the tests' loops do not come that near to the limits with a stride
    lower = static_cast<T>(lower + b.stride);
    upper = static_cast<T>(upper + b.stride);
  }
  return values;
}

template <class T>
class Static : public ::testing::Test {};
using Types = ::testing::Types<std::int32_t, std::uint32_t, std::int64_t, std::uint64_t>;
TYPED_TEST_SUITE(Static, Types);

template <class T, class Divide>
void expect_partition(T lower, T upper, Signed<T> step, std::uint32_t threads, bool chunked, Divide divide) {
  const StaticLoop<T> loop(lower, upper, step);
  std::map<T, int> seen;
  int last_owners = 0;
  for (std::uint32_t t = 0; t < threads; ++t) {
    const StaticBounds<T> b = divide(loop, t);
    const std::vector<T> values = walk(b, upper, step, chunked);
    for (T v : values) ++seen[v];
    const T final_value = loop.value(loop.trip() - 1);
    const bool has_last = loop.trip() != 0 && !values.empty() && values.back() == final_value;
    EXPECT_EQ(b.last, has_last) << "thread " << t;
    last_owners += b.last;
  }
  EXPECT_EQ(seen.size(), loop.trip());
  for (auto [value, times] : seen) EXPECT_EQ(times, 1) << value;
  EXPECT_EQ(last_owners, loop.trip() == 0 ? 0 : 1);
}

TYPED_TEST(Static, EveryIterationOnce) {
  using T = TypeParam;
  using S = Signed<T>;
  for (int n : {0, 1, 2, 3, 7, 10, 31}) {
    for (S step : {S{1}, S{3}, S{-1}, S{-4}}) {
      const T base = step > 0 ? T{5} : T{20000};
      const T end = n == 0 ? static_cast<T>(base - (step > 0 ? 1 : -1)) : static_cast<T>(base + (n - 1) * step);
      for (std::uint32_t threads : {2u, 3u, 4u, 8u, 40u}) {
        expect_partition<T>(base, end, step, threads, false,
                            [&](auto& loop, std::uint32_t t) { return loop.block(t, threads); });
        expect_partition<T>(base, end, step, threads, false,
                            [&](auto& loop, std::uint32_t t) { return loop.long_block(t, threads, 1); });
        expect_partition<T>(base, end, step, threads, false,
                            [&](auto& loop, std::uint32_t t) { return loop.long_block(t, threads, 4); });
        for (std::uint64_t chunk : {1u, 2u, 3u, 5u, 100u}) {
          expect_partition<T>(base, end, step, threads, true,
                              [&](auto& loop, std::uint32_t t) { return loop.cyclic(t, threads, chunk); });
        }
      }
    }
  }
}

TYPED_TEST(Static, TypeLimits) {
  using T = TypeParam;
  constexpr T low = std::numeric_limits<T>::min();
  constexpr T high = std::numeric_limits<T>::max();
  for (std::uint32_t threads : {2u, 3u, 7u, 12u}) {
    for (T first : {static_cast<T>(high - 9), static_cast<T>(high - 1), high}) {
      expect_partition<T>(first, high, 1, threads, false, [&](auto& l, std::uint32_t t) { return l.block(t, threads); });
    }
    for (T first : {static_cast<T>(low + 9), static_cast<T>(low + 1), low}) {
      expect_partition<T>(first, low, -1, threads, false, [&](auto& l, std::uint32_t t) { return l.block(t, threads); });
    }
  }
  // the whole type, in blocks: only the bounds, nobody walks them
  const StaticLoop<T> all(low, high, 1);
  T expected = low;
  for (std::uint32_t t = 0; t < 4; ++t) {
    const auto b = all.block(t, 4);
    EXPECT_EQ(b.lower, expected);
    EXPECT_EQ(b.last, t == 3);
    if (t != 3) expected = static_cast<T>(b.upper + 1);
  }
  // a chunk that would end past the type ends with the loop
  const StaticLoop<T> tail(static_cast<T>(high - 9), high, 1);
  EXPECT_EQ(tail.cyclic(3, 4, 3).lower, high);
  EXPECT_EQ(tail.cyclic(3, 4, 3).upper, high);
}

TEST(StaticFigures, BlocksAsTheOtherRuntimes) {
  const StaticLoop<std::int32_t> ten(0, 9, 1);
  const std::int32_t lower[] = {0, 3, 6, 8};
  const std::int32_t upper[] = {2, 5, 7, 9};
  const std::int32_t greedy_upper[] = {2, 5, 8, 9};
  for (std::uint32_t t = 0; t < 4; ++t) {
    const auto b = ten.block(t, 4);
    EXPECT_EQ(b.lower, lower[t]);
    EXPECT_EQ(b.upper, upper[t]);
    EXPECT_EQ(b.stride, 10);
    EXPECT_EQ(ten.long_block(t, 4, 1).upper, greedy_upper[t]);
  }
}

TEST(StaticFigures, FewerIterationsThanThreads) {
  const StaticLoop<std::int32_t> three(0, 2, 1);
  for (std::uint32_t t = 0; t < 5; ++t) {
    const auto b = three.block(t, 5);
    EXPECT_EQ(b.lower, t < 3 ? static_cast<int>(t) : 3);
    EXPECT_EQ(b.upper, t < 3 ? static_cast<int>(t) : 2);
    EXPECT_EQ(b.last, t == 2);
    EXPECT_EQ(b.stride, 3);
  }
  const StaticLoop<std::int32_t> down(9, 7, -1);
  EXPECT_EQ(down.block(4, 5).lower, 6);
  EXPECT_EQ(down.block(4, 5).upper, 7);
}

TEST(StaticFigures, Chunks) {
  const StaticLoop<std::int32_t> ten(0, 9, 1);
  auto b = ten.cyclic(1, 2, 4);
  EXPECT_EQ(b.lower, 4);
  EXPECT_EQ(b.upper, 7);
  EXPECT_EQ(b.stride, 8);
  EXPECT_FALSE(b.last);
  EXPECT_TRUE(ten.cyclic(0, 2, 4).last);
  b = ten.cyclic(2, 4, 4);  // the upper bound exceeds the loop's, compiled code cuts it
  EXPECT_EQ(b.lower, 8);
  EXPECT_EQ(b.upper, 11);
  EXPECT_EQ(b.stride, 12);  // three chunks only
  EXPECT_EQ(ten.cyclic(3, 4, 4).lower, 10);
  EXPECT_EQ(ten.cyclic(3, 4, 4).upper, 9);
  EXPECT_EQ(ten.cyclic(0, 4, 99).upper, 9);  // a chunk is at most the loop
}

TEST(StaticFigures, WholeLoop) {
  const StaticLoop<std::int32_t> ten(0, 9, 1);
  EXPECT_EQ(ten.whole().stride, 10);
  EXPECT_TRUE(ten.whole().last);
  EXPECT_EQ(StaticLoop<std::int32_t>(9, 0, -1).whole().stride, -10);
  const StaticLoop<std::int32_t> none(5, 4, 2);
  EXPECT_EQ(none.whole().stride, 2);
  EXPECT_FALSE(none.block(0, 4).last);
  EXPECT_EQ(none.block(3, 4).lower, 5);
  EXPECT_EQ(none.block(3, 4).upper, 4);
}

TYPED_TEST(Static, DistributeThenDivide) {
  using T = TypeParam;
  using S = Signed<T>;
  for (int n : {1, 3, 4, 11, 40}) {
    for (S step : {S{1}, S{2}, S{-3}}) {
      const T base = step > 0 ? T{0} : T{20000};
      const T end = static_cast<T>(base + (n - 1) * step);
      for (std::uint64_t chunk : {0u, 1u, 3u}) {
        std::map<T, int> seen;
        int last = 0;
        for (std::uint32_t team = 0; team < 4; ++team) {
          for (std::uint32_t t = 0; t < 3; ++t) {
            const auto d = distribute_and_divide(StaticLoop<T>(base, end, step), {team, 4}, {t, 3}, chunk);
            for (T v : walk(d.mine, d.distribute_upper, step, chunk != 0 && n > 4)) ++seen[v];
            last += d.mine.last;
          }
        }
        EXPECT_EQ(seen.size(), static_cast<std::size_t>(n));
        for (auto [value, times] : seen) EXPECT_EQ(times, 1) << value;
        EXPECT_EQ(last, 1);
      }
    }
  }
}

TEST(TripCount, Limits) {
  EXPECT_EQ(trip_count<std::int32_t>(INT32_MIN, INT32_MAX, 1), std::uint64_t{1} << 32);
  EXPECT_EQ(trip_count<std::int32_t>(INT32_MAX, INT32_MIN, INT32_MIN), 2u);
  EXPECT_EQ(trip_count<std::uint32_t>(0, UINT32_MAX, 1), std::uint64_t{1} << 32);
  EXPECT_EQ(trip_count<std::int64_t>(INT64_MIN, INT64_MAX, 2), std::uint64_t{1} << 63);
  EXPECT_EQ(trip_count<std::uint64_t>(0, UINT64_MAX, 1), UINT64_MAX);
  EXPECT_EQ(trip_count<std::int32_t>(3, 2, 1), 0u);
  EXPECT_EQ(trip_count<std::int32_t>(0, 9, 0), 0u);
  EXPECT_EQ(trip_count_before<std::int64_t>(INT64_MIN, INT64_MAX, 1, Direction::up), UINT64_MAX);
  EXPECT_EQ(trip_count_before<std::int64_t>(10, 0, static_cast<std::uint64_t>(-3), Direction::down), 4u);
  EXPECT_EQ(trip_count_before<std::uint64_t>(0, UINT64_MAX, 1, Direction::up), UINT64_MAX);
  EXPECT_EQ(trip_count_before<std::uint64_t>(UINT64_MAX, 0, static_cast<std::uint64_t>(-2), Direction::down),
            std::uint64_t{1} << 63);
  EXPECT_EQ(trip_count_before<std::int64_t>(3, 3, 1, Direction::up), 0u);
}

}  // namespace
}  // namespace xomp::worksharing
