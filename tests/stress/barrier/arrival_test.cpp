// Large teams' barriers with more threads than processors: sizes change from region to region, tasks are about, regions
// are cancelled. What the barriers order is plain data.
#include <atomic>
#include <vector>

#include "core/icv/icv.h"
#include "core/team/cancel.h"
#include "stress/engine.h"

namespace xomp::testing {
namespace {

// Before each barrier a thread writes its number there, and some leave a task; behind it all is there and done.
struct Shared {
  explicit Shared(int size) : cells(static_cast<std::size_t>(size)), done(static_cast<std::size_t>(size)) {}
  std::vector<int> cells, done;
  std::atomic<int> wrong{0};
};

void pass_barriers(Shared& s, int barriers, Random random) {
  const auto own = static_cast<std::size_t>(thread_number());
  for (int b = 1; b <= barriers; ++b) {
    s.cells[own] = b;
    if (random.below(4) == 0) {
      spawn([&s, own, b] { s.done[own] = b; });
    } else {
      s.done[own] = b;
    }
    team::barrier(me());
    for (std::size_t i = 0; i < s.cells.size(); ++i)
      if (s.cells[i] != b || s.done[i] != b) ++s.wrong;
    team::barrier(me());
  }
}

void play(int size, int barriers, std::uint64_t seed) {
  Shared s(size);
  region(size, [&] { pass_barriers(s, barriers, Random(seed + static_cast<std::uint64_t>(thread_number()))); });
  EXPECT_EQ(s.wrong.load(), 0) << size << " threads";
}

TEST(LargeTeams, OfChangingSizes) {
  Random random(seed_of_run());
  for (int i = 0; i < 240 / kScale; ++i) {
    const int size = random.below(3) == 0 ? static_cast<int>(1 + random.below(8)) : static_cast<int>(9 + random.below(16));
    play(size, 2, random.next());
  }
}

// Three levels of groups.
TEST(LargeTeams, OfMoreThanSixtyFour) {
  Random random(seed_of_run() + 1);
  for (int i = 0; i < 3; ++i) play(65 + static_cast<int>(random.below(32)), 4 / (kScale > 2 ? 2 : 1), random.next());
}

// A thread cancels the region before its second barrier, in which the others may be; the next region is whole.
TEST(LargeTeams, Cancelled) {
  icv::global.cancellation = true;
  Random random(seed_of_run() + 2);
  for (int i = 0; i < 120 / kScale; ++i) {
    const int size = static_cast<int>(9 + random.below(12));
    const int canceller = static_cast<int>(random.below(static_cast<std::uint64_t>(size)));
    std::atomic<int> passed{0};
    region(size, [&] {
      if (team::cancellable_barrier(me())) return;
      if (thread_number() == canceller) {
        team::cancel(me(), team::Construct::parallel);
        return;
      }
      if (!team::cancellable_barrier(me())) ++passed;
    });
    EXPECT_EQ(passed.load(), 0);
    play(random.below(2) == 0 ? size : 4, 1, random.next());
    play(size, 1, random.next());
  }
}

}  // namespace
}  // namespace xomp::testing
