// Teams of changing size run random sequences of worksharing constructs, most of them without a barrier in between, with
// more threads than processors. What the constructs guard is plain data, so a thread sanitizer sees every order that is
// missing. XOMP_STRESS_SEED repeats a run.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <vector>

#include "core/worksharing/doacross.h"
#include "core/worksharing/ordered.h"
#include "core/worksharing/schedules/schedules.h"
#include "core/worksharing/sections.h"
#include "core/worksharing/single.h"
#include "unit/worksharing/team.h"

namespace xomp::worksharing {
namespace {

using testing::Member;
using testing::Team;

enum class Kind { loop, abandoned_loop, ordered, doacross, sections, single, copyprivate, shared_memory, barrier, count };

// One construct of the sequence, and what its threads leave behind.
struct Construct {
  Kind kind;
  LoopParameters loop;
  bool barrier_after;
  std::uint64_t width = 1;                 // doacross: the inner loop
  std::uint32_t work = 0;
  std::vector<std::uint32_t> runs;         // plain: one thread an iteration
  std::uint64_t next_in_order = 0;         // plain: written in ordered regions only
  bool in_order = true;
  std::uint32_t singles = 0;               // plain
  std::uint64_t copied = 0;                // plain
  std::atomic<std::uint32_t> wrong{0};
};

using Sequence = std::vector<std::unique_ptr<Construct>>;

class Maker {
 public:
  explicit Maker(std::uint64_t seed) : random_(seed) {}

  std::uint64_t below(std::uint64_t n) { return random_() % n; }

  Sequence sequence() {
    Sequence all;
    for (std::uint64_t n = 20 + below(40); n > 0; --n) all.push_back(construct());
    return all;
  }

 private:
  std::unique_ptr<Construct> construct() {
    auto c = std::make_unique<Construct>();
    c->kind = static_cast<Kind>(below(static_cast<std::uint64_t>(Kind::count)));
    const Schedule* const kinds[] = {&schedules::blocks, &schedules::cyclic,      &schedules::dynamic,
                                     &schedules::guided, &schedules::trapezoidal, &schedules::stealing};
    c->loop.schedule = kinds[below(std::size(kinds))];
    c->loop.trip = below(4) == 0 ? below(4) : below(200);
    c->loop.chunk = 1 + (below(2) == 0 ? 0 : below(9));
    c->loop.shares = 1 + static_cast<std::uint32_t>(below(2));
    c->loop.ordered = c->kind == Kind::ordered;
    c->loop.keeps_record = c->kind == Kind::shared_memory;
    c->work = below(3) == 0 ? static_cast<std::uint32_t>(below(300)) : 0;
    c->barrier_after = below(6) == 0 || c->kind == Kind::abandoned_loop;
    if (c->kind == Kind::sections) c->loop = sections_as_loop(below(12));
    if (c->kind == Kind::doacross) {
      c->width = 1 + below(6);
      c->loop.trip = 1 + below(40);
    }
    c->runs.assign(c->loop.trip * c->width, 0);
    return c;
  }

  std::mt19937_64 random_;
};

void run_loop(Member& me, Construct& c) {
  me.begin(c.loop);
  Iterations chunk;
  while (me.next(chunk)) {
    for (std::uint64_t i = chunk.begin; i < chunk.end; ++i) {
      ++c.runs[i];
      testing::work(c.work);
    }
  }
}

// Every thread leaves somewhere in the middle, some tidily, some without a word.
void run_abandoned(Member& me, Construct& c) {
  me.begin(c.loop);
  Iterations chunk;
  for (std::uint32_t n = me.place.thread_num % 3; n > 0 && me.next(chunk); --n) {
    for (std::uint64_t i = chunk.begin; i < chunk.end; ++i) ++c.runs[i];
  }
  if (me.place.thread_num % 2 == 0) end_loop(me.loops);
}

void run_ordered(Member& me, Construct& c) {
  me.begin(c.loop);
  Iterations chunk;
  while (me.next(chunk)) {
    for (std::uint64_t i = chunk.begin; i < chunk.end; ++i) {
      testing::work(c.work);
      if (i % 5 != 3) {  // an iteration may do without
        enter_ordered(me.loops);
        c.in_order = c.in_order && c.next_in_order <= i;
        c.next_in_order = i + 1;
        ++c.runs[i];
        leave_ordered(me.loops);
      } else {
        ++c.runs[i];
      }
      finish_iteration(me.loops);
    }
  }
}

// A source may be skipped: a later one stands for it. The last of a row may not, as the own thread may wait for it.
bool has_source(const Construct& c, std::int64_t i, std::int64_t j) {
  return j + 1 == static_cast<std::int64_t>(c.width) || (i + j) % 7 != 3;
}

// runs[i][j] is 1 more than the larger of its neighbours above and to the left.
void run_doacross(Member& me, Construct& c) {
  const auto outer = static_cast<std::int64_t>(c.loop.trip), width = static_cast<std::int64_t>(c.width);
  const DoacrossDimension dimensions[] = {{0, outer, 1, 0}, {0, width, 1, 0}};
  begin_doacross(me.team, me.loops, me.place, dimensions, 2, UpperBound::count);
  me.begin(c.loop);
  Iterations chunk;
  while (me.next(chunk)) {
    for (auto i = static_cast<std::int64_t>(chunk.begin); i < static_cast<std::int64_t>(chunk.end); ++i) {
      for (std::int64_t j = 0; j < width; ++j) {
        const std::int64_t above[] = {i - 1, j}, left[] = {i, j - 1}, beyond[] = {i - 1, j + 1}, mine[] = {i, j};
        if (me.place.team_size > 1) {
          wait_doacross(me.loops, above);
          if (has_source(c, i, j - 1)) wait_doacross(me.loops, left);  // the own row: nobody else will come past it
          wait_doacross(me.loops, beyond);
        }
        const std::uint32_t up = i > 0 ? c.runs[(i - 1) * width + j] : 0;
        const std::uint32_t before = j > 0 ? c.runs[i * width + j - 1] : 0;
        c.runs[i * width + j] = (up > before ? up : before) + 1;
        testing::work(c.work);
        if (has_source(c, i, j)) post_doacross(me.loops, mine);
      }
    }
  }
  end_loop(me.loops);
  if (me.loops.doacross.active) end_doacross(me.loops);
}

void run_shared_memory(Member& me, Construct& c) {
  me.begin(c.loop);
  auto* sum = static_cast<std::uint64_t*>(shared_memory(me.loops, 3 * sizeof(std::uint64_t)));
  Iterations chunk;
  while (me.next(chunk)) {
    for (std::uint64_t i = chunk.begin; i < chunk.end; ++i) ++c.runs[i];
    __atomic_fetch_add(&sum[1], chunk.end - chunk.begin, __ATOMIC_RELAXED);
  }
  if (sum[0] != 0 || sum[2] != 0) c.wrong.fetch_add(1);
  if (__atomic_load_n(&sum[1], __ATOMIC_RELAXED) > c.loop.trip) c.wrong.fetch_add(1);
  end_loop(me.loops);
}

void run_copyprivate(Member& me, Construct& c) {
  std::uint64_t mine = 0;
  if (win_single(me.team, me.loops, me.place.team_size)) {
    mine = ++c.copied + 41;
    publish_copy(me.team, me.loops, &mine);
    me.barrier.wait();
    copied_data(me.team, me.loops);
  } else {
    publish_copy(me.team, me.loops, nullptr);
    me.barrier.wait();
    mine = *static_cast<std::uint64_t*>(copied_data(me.team, me.loops));
  }
  if (mine != 42) c.wrong.fetch_add(1);
  me.barrier.wait();
}

void run(Member& me, Construct& c) {
  switch (c.kind) {
    case Kind::loop:
    case Kind::sections: run_loop(me, c); break;
    case Kind::abandoned_loop: run_abandoned(me, c); break;
    case Kind::ordered: run_ordered(me, c); break;
    case Kind::doacross: run_doacross(me, c); break;
    case Kind::single:
      if (win_single(me.team, me.loops, me.place.team_size)) ++c.singles;
      break;
    case Kind::copyprivate: run_copyprivate(me, c); break;
    case Kind::shared_memory: run_shared_memory(me, c); break;
    case Kind::barrier:
    case Kind::count: me.barrier.wait(); break;
  }
  if (c.barrier_after) me.barrier.wait();
}

void check(const Construct& c, std::uint32_t team_size) {
  SCOPED_TRACE(::testing::Message() << "kind " << static_cast<int>(c.kind) << ", schedule " << c.loop.schedule->name
                                    << ", trip " << c.loop.trip << ", chunk " << c.loop.chunk << ", team " << team_size);
  EXPECT_EQ(c.wrong.load(), 0u);
  EXPECT_TRUE(c.in_order);
  EXPECT_EQ(c.singles, c.kind == Kind::single ? 1u : 0u);
  if (c.kind == Kind::doacross) {
    for (std::uint64_t i = 0; i < c.runs.size(); ++i) ASSERT_EQ(c.runs[i], i / c.width + i % c.width + 1);
    return;
  }
  const bool runs_all = c.kind == Kind::loop || c.kind == Kind::ordered || c.kind == Kind::sections ||
                        c.kind == Kind::shared_memory;
  for (std::uint64_t i = 0; i < c.runs.size(); ++i) {
    ASSERT_LE(c.runs[i], 1u) << "iteration " << i;
    ASSERT_GE(c.runs[i], runs_all ? 1u : 0u) << "iteration " << i;
  }
}

std::uint64_t chosen_seed() {
  if (const char* given = std::getenv("XOMP_STRESS_SEED")) return std::strtoull(given, nullptr, 0);
  return std::random_device()();
}

TEST(Worksharing, RandomSequences) {
  const std::uint64_t seed = chosen_seed();
  std::printf("XOMP_STRESS_SEED=%llu\n", static_cast<unsigned long long>(seed));
  Maker maker(seed);
  Team team;
  for (int region = 0; region < 600 / testing::kScale; ++region) {
    const auto size = static_cast<std::uint32_t>(maker.below(3) == 0 ? 1 + maker.below(24) : 1 + maker.below(5));
    const Sequence sequence = maker.sequence();
    team.run(size, [&](Member& me) {
      for (const auto& construct : sequence) run(me, *construct);
    });
    for (const auto& construct : sequence) check(*construct, size);
    if (HasFatalFailure()) return;
  }
}

// Cancelling a region frees those who wait for a turn or a sink that will never come, and the next region starts afresh.
TEST(Worksharing, CancelledRegions) {
  Maker maker(chosen_seed());
  Team team;
  for (int region = 0; region < 300 / testing::kScale; ++region) {
    const auto size = static_cast<std::uint32_t>(2 + maker.below(7));
    const Sequence before = maker.sequence(), after = maker.sequence();
    Construct ordered{};
    ordered.kind = Kind::ordered;
    ordered.loop.schedule = &schedules::cyclic;
    ordered.loop.trip = 100;
    ordered.loop.ordered = true;
    team.run(size, [&](Member& me) {
      for (const auto& construct : before) run(me, *construct);
      me.barrier.wait();
      me.begin(ordered.loop);
      Iterations chunk;
      me.next(chunk);
      if (me.place.thread_num == 0) {
        me.team.cancel();  // and never passes its turn
      } else {
        enter_ordered(me.loops);
      }
    });
    team.loops.recover();
    for (const auto& construct : before) check(*construct, size);
    team.run(size, [&](Member& me) {
      for (const auto& construct : after) run(me, *construct);
    });
    for (const auto& construct : after) check(*construct, size);
    if (HasFatalFailure()) return;
  }
}

// A thread cancels and leaves; the others are more loops ahead than the ring holds, or come there.
TEST(Worksharing, CancelledWhileTheRingIsFull) {
  Team team;
  for (int region = 0; region < 100 / testing::kScale; ++region) {
    const auto size = static_cast<std::uint32_t>(2 + region % 5);
    LoopParameters loop;
    loop.schedule = region % 2 == 0 ? &schedules::dynamic : &schedules::stealing;
    loop.trip = 30;
    team.run(size, [&](Member& me) {
      if (me.place.thread_num == size - 1) {
        testing::work(static_cast<std::uint64_t>(region) * 500);
        return me.team.cancel();
      }
      for (std::uint32_t n = 0; n < 3 * kRing; ++n) {
        me.begin(loop);
        Iterations chunk;
        while (me.next(chunk)) testing::work(10);
        end_loop(me.loops);
      }
    });
    team.loops.recover();
    Construct after{};
    after.kind = Kind::loop;
    after.loop = loop;
    after.runs.assign(loop.trip, 0);
    team.run(size, [&](Member& me) { run(me, after); });
    check(after, size);
  }
}

}  // namespace
}  // namespace xomp::worksharing
