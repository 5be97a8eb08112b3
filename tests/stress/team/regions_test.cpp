// Regions of changing sizes, nested, from many root threads at once, with more threads than processors. What barriers
// and region ends order is plain data.
#include <atomic>
#include <vector>

#include "core/icv/icv.h"
#include "stress/engine.h"

namespace xomp::testing {
namespace {

// Each thread writes its element, all read all after the barrier.
void check_barriers(int threads, int barriers, std::atomic<int>& wrong) {
  std::vector<int> cells(static_cast<std::size_t>(threads));
  region(threads, [&] {
    const auto own = static_cast<std::size_t>(thread_number());
    for (int i = 1; i <= barriers; ++i) {
      cells[own] = i;
      team::barrier(me());
      for (int c : cells)
        if (c != i) ++wrong;
      team::barrier(me());
    }
    cells[own] = -1;
  });
  for (int c : cells)
    if (c != -1) ++wrong;
}

TEST(Regions, OfChangingSizes) {
  Random random(seed_of_run());
  std::atomic<int> wrong{0};
  for (int i = 0; i < 400 / kScale; ++i) check_barriers(static_cast<int>(1 + random.below(12)), 2, wrong);
  EXPECT_EQ(wrong.load(), 0);
}

// A thread that is late from the larger region may take tasks of the smaller one (TEAM-1), where nobody looks at it.
TEST(Regions, OfChangingSizesWithTasks) {
  long expected = 0;
  std::atomic<long> run{0};
  const auto make_tasks = [&run, &expected](int threads, int tasks) {
    expected += tasks;
    masked_region(threads, [&] {
      for (int i = 0; i < tasks; ++i) spawn([&run] { run.fetch_add(1); });
    });
  };
  for (int i = 0; i < 300 / kScale; ++i) {
    make_tasks(16, 64);
    make_tasks(9, 200);
  }
  EXPECT_EQ(run.load(), expected);
}

TEST(Regions, ManyMoreThreadsThanProcessors) {
  std::atomic<int> wrong{0};
  check_barriers(64, 10 / (kScale > 2 ? 3 : 1), wrong);
  EXPECT_EQ(wrong.load(), 0);
}

void nest(int depth, Random random, std::atomic<int>& count) {
  count.fetch_add(1);
  if (depth == 0) return;
  const int threads = static_cast<int>(1 + random.below(3));
  const std::uint64_t seed = random.next();
  region(threads, [&] {
    Random of_thread(seed + static_cast<std::uint64_t>(thread_number()));
    int plain = 0;
    for (int i = 0; i < 3; ++i) spawn([&plain, i, at = &plain] { work(static_cast<std::uint64_t>(i) * 20 + (at == &plain)); });
    nest(depth - 1, of_thread, count);
    taskwait();
    team::barrier(me());
    nest(depth - 1, Random(of_thread.next()), count);
  });
}

TEST(Regions, Nested) {
  const int before = icv::initial.max_active_levels;
  icv::initial.max_active_levels = 8;
  Random random(seed_of_run() + 1);
  std::atomic<int> count{0};
  std::thread root([&] {  // a new root takes the initial values
    for (int i = 0; i < 30 / kScale; ++i) nest(3, Random(random.next()), count);
  });
  root.join();
  icv::initial.max_active_levels = before;
  EXPECT_GT(count.load(), 0);
}

// Roots that come and go, each with regions and tasks of its own, sharing one pool.
TEST(Regions, FromManyRoots) {
  Random random(seed_of_run() + 2);
  for (int round = 0; round < 10 / (kScale > 2 ? 4 : 1); ++round) {
    std::atomic<int> wrong{0};
    std::atomic<long> tasks{0};
    long expected = 0;
    std::vector<std::thread> roots;
    for (int i = 0; i < 8; ++i) {
      const int threads = static_cast<int>(random.below(4));  // 0: as many as there are to share
      expected += 20L * 10;
      roots.emplace_back([&, threads] {
        for (int n = 0; n < 20; ++n) {
          masked_region(threads, [&] {
            for (int k = 0; k < 10; ++k) spawn([&] { tasks.fetch_add(1); });
          });
          if (n % 5 == 0) check_barriers(1 + n % 4, 1, wrong);
        }
      });
    }
    for (std::thread& root : roots) root.join();
    ASSERT_EQ(wrong.load(), 0);
    ASSERT_EQ(tasks.load(), expected);
  }
}

constexpr int kShared = 8;

// Regions of one root that asks for no number, some with nested ones. Returns how many had a thread too many or too few.
int use_shared_regions(Random random, std::atomic<long>& tasks, std::atomic<long>& run) {
  int wrong = 0;
  for (int n = 0; n < 100 / kScale; ++n) {
    int cells[kShared] = {}, size = 0;
    const bool nests = random.below(8) == 0;
    const auto make_task = [&] {
      tasks.fetch_add(1);
      spawn([&run] { run.fetch_add(1); });
    };
    region(0, [&] {
      ++cells[thread_number()];
      if (thread_number() == 0) size = me().thread->team->size;
      for (int k = 0; k < 3; ++k) make_task();
      if (nests) region(2, make_task);
    });
    for (int i = 0; i < kShared; ++i) wrong += cells[i] != (i < size);
    work(random.below(20000));
  }
  return wrong;
}

// REST-1: roots take teams from one another, as far as each rests, and end while others want workers.
TEST(Regions, OfRootsThatShareTheProcessors) {
  const int processors = icv::global.initial_threads;
  const icv::TaskIcv before = icv::initial;
  icv::global.initial_threads = icv::initial.nthreads = kShared;
  icv::initial.max_active_levels = 2;
  std::atomic<int> wrong{0};
  std::atomic<long> tasks{0}, run{0};
  std::vector<std::thread> roots;
  for (std::uint64_t i = 0; i < 6; ++i)
    roots.emplace_back([&, i] { wrong += use_shared_regions(Random(seed_of_run() + 10 + i), tasks, run); });
  for (std::thread& root : roots) root.join();
  icv::global.initial_threads = processors;
  icv::initial = before;
  EXPECT_EQ(wrong.load(), 0);
  EXPECT_EQ(run.load(), tasks.load());
}

// Threads that go back to the pool and are taken by another team, while tasks are stolen to and fro.
TEST(Regions, ThreadsChangeTeams) {
  std::vector<std::thread> roots;
  std::atomic<long> sum{0};
  for (int r = 0; r < 3; ++r)
    roots.emplace_back([&sum, r] {
      for (int n = 0; n < 200 / kScale; ++n) {
        // Eight smaller ones in a row dismiss what the large one took.
        const int threads = n % 10 == 0 ? 6 : 2;
        region(threads, [&sum] {
          for (int i = 0; i < 5; ++i) spawn([&sum] { sum.fetch_add(1); });
        });
      }
      sum.fetch_add(r * 0);
    });
  for (std::thread& root : roots) root.join();
  const int n = 200 / kScale, large = (n + 9) / 10;
  EXPECT_EQ(sum.load(), 3L * 5 * (large * 6 + (n - large) * 2));
}

}  // namespace
}  // namespace xomp::testing
