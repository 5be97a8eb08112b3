// Every schedule: all iterations exactly once, chunks of the right sizes, the last flag, type-independent limits.
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <random>

#include "core/worksharing/choose.h"
#include "core/worksharing/schedules/schedules.h"
#include "team.h"

namespace xomp::worksharing {
namespace {

using testing::kScale;
using testing::Member;
using testing::Team;

LoopParameters loop_of(const Schedule& schedule, std::uint64_t trip, std::uint64_t chunk) {
  LoopParameters loop;
  loop.schedule = &schedule;
  loop.trip = trip;
  loop.chunk = chunk;
  loop.shares = 2;
  return loop;
}

struct Case {
  const Schedule* schedule;
  bool fixed_chunks;
};

class Schedules : public ::testing::TestWithParam<Case> {};

// Runs the loop `rounds` times in a row without barriers in between, on threads that work unevenly.
void expect_all_once(const LoopParameters& loop, std::uint32_t threads, int rounds, bool fixed_chunks) {
  std::vector<std::unique_ptr<std::atomic<std::uint8_t>[]>> seen;
  for (int r = 0; r < rounds; ++r) seen.emplace_back(new std::atomic<std::uint8_t>[loop.trip + 1]{});
  std::vector<std::atomic<int>> lasts(rounds);
  std::atomic<int> bad_chunks{0};
  std::atomic<int> after_last{0};
  Team team;
  team.run(threads, [&](Member& me) {
    for (int r = 0; r < rounds; ++r) {
      me.begin(loop);
      Iterations chunk;
      bool had_last = false;
      while (me.next(chunk)) {
        if (had_last) ++after_last;
        const bool last = chunk.end == loop.trip;
        if (fixed_chunks && chunk.end - chunk.begin != loop.chunk && !last) ++bad_chunks;
        if (fixed_chunks && chunk.begin % loop.chunk != 0) ++bad_chunks;
        for (std::uint64_t i = chunk.begin; i < chunk.end; ++i) seen[r][i].fetch_add(1, std::memory_order_relaxed);
        if (last) {
          had_last = true;
          ++lasts[r];
        }
        if (chunk.begin % 64 == me.place.thread_num) testing::work(500);
      }
      EXPECT_FALSE(me.next(chunk));
    }
  });
  EXPECT_EQ(bad_chunks, 0);
  EXPECT_EQ(after_last, 0);
  for (int r = 0; r < rounds; ++r) {
    EXPECT_EQ(lasts[r], loop.trip == 0 ? 0 : 1);
    std::uint64_t wrong = 0;
    for (std::uint64_t i = 0; i < loop.trip; ++i) wrong += seen[r][i] != 1;
    EXPECT_EQ(wrong, 0u) << "round " << r;
  }
}

TEST_P(Schedules, EveryIterationOnce) {
  for (std::uint32_t threads : {2u, 3u, 8u}) {
    for (std::uint64_t trip : {0u, 1u, 2u, 3u, 7u, 8u, 9u, 100u, 5000u}) {
      for (std::uint64_t chunk : {1u, 3u, 64u}) {
        if (GetParam().schedule == &schedules::blocks && chunk != 1) continue;
        expect_all_once(loop_of(*GetParam().schedule, trip, chunk), threads, 20 / kScale + 1, GetParam().fixed_chunks);
      }
    }
  }
}

TEST_P(Schedules, ManyShortChunks) {
  expect_all_once(loop_of(*GetParam().schedule, 300000 / kScale, 1), 4, 3, GetParam().fixed_chunks);
}

TEST_P(Schedules, TeamOfOneGetsTheLoopAtOnce) {
  Team team;
  team.run(1, [&](Member& me) {
    me.begin(loop_of(*GetParam().schedule, 1000, 7));
    Iterations chunk;
    ASSERT_TRUE(me.next(chunk));
    EXPECT_EQ(chunk.begin, 0u);
    EXPECT_EQ(chunk.end, 1000u);
    EXPECT_FALSE(me.next(chunk));
    EXPECT_FALSE(me.next(chunk));
  });
}

TEST_P(Schedules, HugeLoopsDoNotOverflow) {
  for (std::uint64_t trip : {std::uint64_t{1} << 63, UINT64_MAX}) {
    for (std::uint64_t chunk : {trip / 5, trip / 2 + 1, trip}) {
      std::atomic<std::uint64_t> total{0};
      std::atomic<int> lasts{0};
      Team team;
      team.run(3, [&](Member& me) {
        me.begin(loop_of(*GetParam().schedule, trip, chunk));
        Iterations c;
        while (me.next(c)) {
          EXPECT_LT(c.begin, c.end);
          total += c.end - c.begin;
          lasts += c.end == trip;
        }
      });
      EXPECT_EQ(total, trip);
      EXPECT_EQ(lasts, 1);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Schedules,
                         ::testing::Values(Case{&schedules::blocks, false}, Case{&schedules::cyclic, true},
                                           Case{&schedules::dynamic, true}, Case{&schedules::stealing, true},
                                           Case{&schedules::guided, false}, Case{&schedules::trapezoidal, false}),
                         [](const auto& p) { return p.param.schedule->name; });

// The sizes of a loop's chunks, in order, as if all threads took turns.
std::vector<std::uint64_t> sizes(const LoopParameters& loop, std::uint32_t threads) {
  std::vector<std::uint64_t> all;
  Team team;
  team.run(threads, [&](Member& me) {
    me.begin(loop);
    if (me.place.thread_num != 0) {
      me.barrier.wait();
      return end_loop(me.loops);
    }
    Iterations chunk;
    while (me.next(chunk)) all.push_back(chunk.end - chunk.begin);
    me.barrier.wait();
  });
  return all;
}

TEST(Guided, HalfShareAsTheTable) {
  LoopParameters loop;
  loop.trip = 100;
  choose_schedule(loop, icv::ScheduleKind::guided, true, 1, Family::half_share);
  const std::vector<std::uint64_t> expected{25, 18, 14, 10, 8, 6, 4, 3, 3, 2, 1, 1, 1, 1, 1, 1, 1};
  EXPECT_EQ(sizes(loop, 2), expected);
}

TEST(Guided, FullShareRoundsUp) {
  LoopParameters loop;
  loop.trip = 100;
  choose_schedule(loop, icv::ScheduleKind::guided, true, 5, Family::full_share);
  const std::vector<std::uint64_t> expected{34, 22, 15, 10, 7, 5, 5, 2};
  EXPECT_EQ(sizes(loop, 3), expected);
}

TEST(Guided, Granules) {
  LoopParameters loop = loop_of(schedules::guided, 100, 8);
  loop.granule = 8;
  for (std::uint64_t size : sizes(loop, 2)) EXPECT_TRUE(size % 8 == 0 || size == 100 % 8);
}

TEST(Trapezoidal, AsTheTable) {
  const std::vector<std::uint64_t> expected{25, 22, 19, 16, 13, 5};
  EXPECT_EQ(sizes(loop_of(schedules::trapezoidal, 100, 1), 2), expected);
}

TEST(Cyclic, Order) {
  Team team;
  team.run(3, [&](Member& me) {
    me.begin(loop_of(schedules::cyclic, 20, 2));
    Iterations chunk;
    std::uint64_t k = me.place.thread_num;
    while (me.next(chunk)) {
      EXPECT_EQ(chunk.begin, 2 * k);
      EXPECT_EQ(chunk.end, 2 * k + 2);
      k += 3;
    }
    EXPECT_GE(k, 10u);
  });
}

TEST(Dynamic, MonotonicPerThread) {
  Team team;
  for (const Schedule* schedule : {&schedules::dynamic, &schedules::guided, &schedules::trapezoidal}) {
    team.run(4, [&](Member& me) {
      me.begin(loop_of(*schedule, 20000, 3));
      Iterations chunk;
      std::uint64_t before = 0;
      while (me.next(chunk)) {
        EXPECT_GE(chunk.begin, before);
        before = chunk.end;
      }
    });
  }
}

// What was reserved together with a long chunk waits for it, and that is at most three chunks; near the loop's end, none.
TEST(Dynamic, FewStrandedBehindALongIteration) {
  constexpr int kTrip = 5000;
  for (const auto& [start, stranded] : {std::pair{1000, 3}, std::pair{kTrip - 20, 0}}) {
    std::atomic<int> done{0};
    std::atomic<bool> blocked{false};
    Team team;
    team.run(2, [&](Member& me) {
      me.begin(loop_of(schedules::dynamic, kTrip, 1));
      Iterations chunk;
      while (me.next(chunk)) {
        if (static_cast<int>(chunk.begin) >= start && !blocked.exchange(true)) {
          while (done < kTrip - 1 - stranded) std::this_thread::yield();
        }
        ++done;
      }
    });
    EXPECT_EQ(done, kTrip);
  }
}

TEST(Guided, SameChunksWhoeverTakesThem) {
  const LoopParameters loop = loop_of(schedules::guided, 100'000, 7);
  std::vector<std::uint64_t> alone = sizes(loop, 3), together;
  std::mutex mutex;
  std::map<std::uint64_t, std::uint64_t> chunks;
  Team team;
  team.run(3, [&](Member& me) {
    me.begin(loop);
    Iterations chunk;
    while (me.next(chunk)) {
      std::lock_guard guard(mutex);
      chunks[chunk.begin] = chunk.end - chunk.begin;
    }
  });
  for (const auto& [begin, size] : chunks) together.push_back(size);
  EXPECT_EQ(alone, together);
}

TEST(Choose, TeamOfOneMaySplit) {
  LoopParameters loop = loop_of(schedules::dynamic, 10, 4);
  loop.splits_alone = true;
  const std::vector<std::uint64_t> expected{4, 4, 2};
  EXPECT_EQ(sizes(loop, 1), expected);
}

TEST(Choose, Runtime) {
  LoopParameters loop;
  icv::Schedule icv{.kind = icv::ScheduleKind::dynamic, .chunk = 3};
  choose_runtime_schedule(loop, icv, true, Family::half_share);
  EXPECT_EQ(loop.schedule, &schedules::stealing);
  EXPECT_EQ(loop.chunk, 3u);
  icv.modifier = icv::ScheduleModifier::monotonic;
  choose_runtime_schedule(loop, icv, true, Family::half_share);
  EXPECT_EQ(loop.schedule, &schedules::dynamic);
  icv = {icv::ScheduleKind::static_, icv::ScheduleModifier::none, 0};
  choose_runtime_schedule(loop, icv, true, Family::half_share);
  EXPECT_EQ(loop.schedule, &schedules::blocks);
  icv.chunk = 2;
  choose_runtime_schedule(loop, icv, true, Family::half_share);
  EXPECT_EQ(loop.schedule, &schedules::cyclic);
  icv = {.kind = icv::ScheduleKind::auto_, .chunk = 7};
  choose_runtime_schedule(loop, icv, true, Family::half_share);
  EXPECT_EQ(loop.schedule, &schedules::guided);
  choose_runtime_schedule(loop, icv, true, Family::full_share);
  EXPECT_EQ(loop.schedule, &schedules::blocks);
}

// Iterations of very different length: nothing may stay behind in the batch of a thread that is inside a long one.
TEST(Stealing, NothingStrandedBehindALongIteration) {
  constexpr std::uint64_t kTrip = 3000;
  std::atomic<int> done{0};
  std::atomic<bool> blocked{false};
  Team team;
  team.run(2, [&](Member& me) {
    me.begin(loop_of(schedules::stealing, kTrip, 1));
    Iterations chunk;
    while (me.next(chunk)) {
      // The first thread to come far enough stops in the middle of a batch until all the rest was done by the other.
      if (done > 500 && !blocked.exchange(true)) {
        while (done < static_cast<int>(kTrip) - 1) std::this_thread::yield();
      }
      ++done;
    }
  });
  EXPECT_EQ(done, static_cast<int>(kTrip));
}

// The same at random places, many loops in a row, with more threads than processors.
TEST(Stealing, RandomStops) {
  constexpr std::uint64_t kTrip = 2000;
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE(seed);
  for (std::uint32_t threads : {2u, 3u, 6u}) {
    Team team;
    const int rounds = 200 / kScale;
    std::vector<std::atomic<int>> sums(rounds);
    team.run(threads, [&](Member& me) {
      std::minstd_rand random(seed + me.place.thread_num);
      for (int r = 0; r < rounds; ++r) {
        me.begin(loop_of(schedules::stealing, kTrip, 1));
        Iterations chunk;
        while (me.next(chunk)) {
          sums[r] += static_cast<int>(chunk.begin) + 1;
          if (random() % 700 == 0) testing::work(40000);
        }
      }
    });
    for (int r = 0; r < rounds; ++r) EXPECT_EQ(sums[r], static_cast<int>(kTrip * (kTrip + 1) / 2));
  }
}

// A team that shrinks and grows: slots that were not used for hundreds of loops count as untouched.
TEST(Stealing, TeamSizesAlternate) {
  Team team;
  auto check = [&](std::uint32_t threads, int loops) {
    std::atomic<int> sum{0};
    team.run(threads, [&](Member& me) {
      for (int r = 0; r < loops; ++r) {
        me.begin(loop_of(schedules::stealing, 16, 1));
        Iterations chunk;
        while (me.next(chunk)) ++sum;
      }
    });
    EXPECT_EQ(sum, 16 * loops);
  };
  check(8, 1);
  check(2, 256 * 8 - 1);
  check(8, 9);
  check(2, 8);
  check(8, 9);
}

TEST(Stealing, UnitsOfSeveralChunks) {
  // 2^31 chunks of a huge loop: too many to number singly. Take some, leave the rest.
  Team team;
  team.run(2, [&](Member& me) {
    me.begin(loop_of(schedules::stealing, std::uint64_t{1} << 33, 4));
    Iterations chunk;
    std::uint64_t before = 0;
    for (int i = 0; i < 1000; ++i) {
      ASSERT_TRUE(me.next(chunk));
      EXPECT_EQ(chunk.end - chunk.begin, 4u);
      EXPECT_TRUE(i == 0 || chunk.begin == before);
      before = chunk.end;
    }
    me.barrier.wait();
    end_loop(me.loops);
  });
}

}  // namespace
}  // namespace xomp::worksharing
