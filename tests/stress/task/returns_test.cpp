// How ended tasks come back to their creators: through rings, or by a flag (returns=pending), under every policy. Nothing is lost or freed
// early, memory is bounded, and when a region is over nothing of it is left with any creator.
#include <atomic>
#include <vector>

#include "core/sched/policy.h"
#include "core/task/pending_queue.h"
#include "stress/engine.h"

namespace xomp::testing {
namespace {

std::uint32_t listed() { return me().pending == nullptr ? 0 : me().pending->count(); }

// A region, and two in which each thread takes what is still on its way: blocks of tasks that have outlived their parents, or ended before
// their children. Nothing is left then.
void region_without_rest(int threads, auto body) {
  masked_region(threads, body);
  region(threads, [] { sched::take_returned(me()); });
  region(threads, [] {
    for (int i = 0; i < 20; ++i) sched::take_returned(me());
    EXPECT_EQ(listed(), 0u);
  });
}

// One thread makes tasks for all. Only so many are listed as may wait, and as many again that have ended.
TEST(Returns, AProducersListIsBounded) {
  const int kTasks = 100000 / kScale;
  for (int threads : {2, 3, 8}) {
    std::atomic<int> ended{0};
    std::uint32_t most = 0;
    region_without_rest(threads, [&] {
      for (int i = 0; i < kTasks; ++i) {
        spawn([&] { ended.fetch_add(1, std::memory_order_relaxed); });
        most = std::max(most, listed());
      }
      taskwait();
      EXPECT_EQ(ended.load(), kTasks);
    });
    EXPECT_LT(most, 50000u);
    EXPECT_EQ(most > 0, sched::lists_tasks);
  }
}

// The barrier waits for many tasks, whose ends their creator has not counted yet. They must not count for the next region's tasks.
TEST(Returns, EndsOfOneRegionDoNotCountInTheNext) {
  for (int round = 0; round < 60 / kScale; ++round) {
    const int threads = 2 + round % 4;
    masked_region(threads, [] {
      for (int i = 0; i < 1000; ++i) spawn([] { work(20); });
    });
    masked_region(threads, [] {
      int value = 0;
      for (int i = 0; i < 4; ++i)
        spawn([&value, i] {
          work(20000);
          if (i == 0) value = 1;
        });
      taskwait();
      EXPECT_EQ(value, 1);
    });
  }
}

// Each task makes the next one and is over before it, on whatever threads.
struct Chain {
  std::atomic<int> ended{0};
  void go(int left) {
    if (left > 1) spawn([this, left] { go(left - 1); });
    if (left % 7 == 0) work(100);
    ++ended;
  }
};

TEST(Returns, ChainsOfTasksThatOutliveTheirParents) {
  Random random(seed_of_run());
  for (int round = 0; round < 100 / kScale; ++round) {
    const int length = static_cast<int>(1 + random.below(200)), chains = static_cast<int>(1 + random.below(6));
    std::atomic<int> first{0};
    Chain chain;
    region_without_rest(static_cast<int>(1 + random.below(6)), [&] {
      for (int i = 0; i < chains; ++i)
        spawn([&] {
          ++first;
          chain.go(length);
        });
      taskwait();
      EXPECT_EQ(first.load(), chains);  // the first one's end is told, however long its chain is
    });
    ASSERT_EQ(chain.ended.load(), chains * length);
  }
}

// A tree whose inner nodes wait for their children, or leave them behind.
struct Tree {
  std::uint64_t seed;
  std::atomic<int> begun{0}, ended{0}, early{0};

  void grow(int depth) {
    Random own(seed + static_cast<std::uint64_t>(begun.fetch_add(1)));
    const int count = depth == 0 ? 0 : static_cast<int>(own.below(6));
    if (own.below(3) == 0) leave(depth, count);
    else wait(depth, count);
    ++ended;
  }
  void leave(int depth, int count) {
    for (int i = 0; i < count; ++i) spawn([this, depth] { grow(depth - 1); });
  }
  void wait(int depth, int count) {
    std::atomic<int> children{0};
    for (int i = 0; i < count; ++i) {
      spawn([this, depth, &children] {
        grow(depth - 1);
        children.fetch_add(1);
      });
      if (i % 3 == 2) work(50);
    }
    taskwait();
    if (children.load() != count) ++early;
  }
};

// A stolen task makes tasks of its own, which are stolen in turn.
TEST(Returns, StolenTasksThatMakeTasks) {
  Random random(seed_of_run() + 1);
  for (int round = 0; round < 60 / kScale; ++round) {
    Tree tree{random.below(1u << 30)};
    region_without_rest(static_cast<int>(1 + random.below(8)), [&] { tree.grow(7); });
    ASSERT_EQ(tree.begun.load(), tree.ended.load());
    ASSERT_EQ(tree.early.load(), 0);
  }
}

// The creator has nothing to do and sleeps beside a child that is long. It comes back soon after the child's end.
TEST(Returns, ASleepingCreatorIsWoken) {
  for (int round = 0; round < 40 / kScale; ++round) {
    std::atomic<bool> begun{false};
    int value = 0;
    region_without_rest(2, [&] {
      spawn([&] {
        begun = true;
        std::this_thread::sleep_for(std::chrono::milliseconds(3));
        value = 1;  // plain: comes before the task's end
      });
      comes_about([&] { return begun.load(); });  // so the other thread has it
      taskwait();
      EXPECT_EQ(value, 1);
    });
  }
}

// Another thread waits for what the creator's children have to do, in a group that the creator has opened.
TEST(Returns, GroupsOfDescendants) {
  Random random(seed_of_run() + 2);
  for (int round = 0; round < 60 / kScale; ++round) {
    std::atomic<int> ended{0};
    int seen = -1;
    region_without_rest(static_cast<int>(1 + random.below(6)), [&] {
      taskgroup([&] {
        for (int i = 0; i < 30; ++i)
          spawn([&] {
            for (int k = 0; k < 10; ++k)
              spawn([&] {
                spawn([&] { ++ended; });
                ++ended;
              });
            ++ended;
          });
      });
      seen = ended.load();
    });
    ASSERT_EQ(seen, 30 * 21);
  }
}

}  // namespace
}  // namespace xomp::testing
