// Trees of tasks of all kinds, on teams of all sizes: every task runs once, waits wait for what they should.
#include <atomic>
#include <cstring>
#include <memory>

#include "core/sched/policy.h"
#include "stress/engine.h"

namespace xomp::testing {
namespace {

long fib(int n) {
  if (n < 2) return n;
  long a, b;
  spawn([&a, n] { a = fib(n - 1); });
  spawn([&b, n] { b = fib(n - 2); });
  taskwait();
  return a + b;
}

TEST(TaskTree, Fib) {
  for (int threads : {1, 2, 3, 8, 33}) {
    long result = 0;
    masked_region(threads, [&] { result = fib(kScale == 1 ? 21 : 15); });
    EXPECT_EQ(result, kScale == 1 ? 10946 : 610) << threads << " threads";
  }
}

// Every way to create tasks and to wait for them, at random.
class Tree {
 public:
  explicit Tree(std::uint64_t budget) : budget_(budget) {}

  void grow(Random random, int depth) {
    ran_.fetch_add(1, relaxed);
    work(random.below(300));
    const std::uint64_t children = depth == 0 ? 0 : random.below(6);
    switch (random.below(4)) {
      case 0: waits_for_children(random, depth, children); break;
      case 1: waits_for_group(random, depth, children); break;
      case 2: waits_for_nothing(random, depth, children); break;
      default:
        waits_for_nothing(random, depth, children / 2);
        waits_for_children(random, depth, children - children / 2);
        sched::taskyield(me());
    }
  }
  std::uint64_t ran() const { return ran_.load(relaxed); }
  std::uint64_t made() const { return made_.load(relaxed) + 1; }
  std::uint64_t wrong() const { return wrong_.load(relaxed); }

 private:
  template <class Body>
  void child(Random& random, Body body) {
    if (made_.load(relaxed) >= budget_) return;
    made_.fetch_add(1, relaxed);
    switch (random.below(8)) {
      case 0: return spawn_with_priority(static_cast<std::int32_t>(random.below(3)), std::move(body));
      case 1: return undeferred(std::move(body));
      case 2: return spawn(std::move(body), task::kFinal);
      case 3: return spawn(std::move(body), task::kUntied);
      case 4: return detached(random, std::move(body));
      default: return spawn(std::move(body));
    }
  }
  // Its event is fulfilled before, while or after its body runs.
  template <class Body>
  void detached(Random& random, Body body) {
    const std::uint64_t way = random.below(me().current->has(task::kFinal) ? 2 : 3);
    auto event = std::make_shared<std::atomic<Task*>>(nullptr);
    Task* t = make(
        [body, way, event]() mutable {
          if (way == 1) fulfill(event->load());
          body();
        },
        task::kDetachable);
    event->store(t);
    if (way == 0) fulfill(t);
    sched::submit(me(), t);
    if (way == 2) spawn([t] { fulfill(t); });
  }

  // What the waits wait for is plain data.
  void waits_for_children(Random& random, int depth, std::uint64_t children) {
    std::uint64_t done[6] = {};
    bool made[6] = {};
    for (std::uint64_t i = 0; i < children; ++i) {
      Random of_child(random.next());
      made[i] = made_.load(relaxed) < budget_;
      if (!made[i]) break;
      made_.fetch_add(1, relaxed);
      spawn([this, of_child, depth, at = &done[i]] {
        grow(of_child, depth - 1);
        *at = 1;
      });
    }
    taskwait();
    for (std::uint64_t i = 0; i < children; ++i)
      if (made[i] != (done[i] == 1)) wrong_.fetch_add(1, relaxed);
  }
  void waits_for_group(Random& random, int depth, std::uint64_t children) {
    std::uint64_t deep[6] = {};
    taskgroup([&] {
      for (std::uint64_t i = 0; i < children; ++i) {
        Random of_child(random.next());
        child(random, [this, of_child, depth, at = &deep[i]]() mutable {
          grow(of_child, depth - 1);
          spawn([at] { *at += 1; });  // nobody but the group waits for it
        });
      }
    });
    for (std::uint64_t i = 0; i < children; ++i)
      if (deep[i] > 1) wrong_.fetch_add(1, relaxed);
  }
  void waits_for_nothing(Random& random, int depth, std::uint64_t children) {
    for (std::uint64_t i = 0; i < children; ++i) {
      Random of_child(random.next());
      child(random, [this, of_child, depth]() mutable { grow(of_child, depth - 1); });
    }
  }

  const std::uint64_t budget_;
  std::atomic<std::uint64_t> made_{0}, ran_{0}, wrong_{0};
};

TEST(TaskTree, AllKinds) {
  Random random(seed_of_run());
  for (int round = 0; round < 300 / kScale; ++round) {
    const int threads = static_cast<int>(1 + random.below(6));
    Tree tree(2000);
    const Random of_tree(random.next());
    masked_region(threads, [&] { tree.grow(of_tree, 9); });
    ASSERT_EQ(tree.ran(), tree.made()) << threads << " threads, round " << round;
    ASSERT_EQ(tree.wrong(), 0u);
  }
}

TEST(TaskTree, EveryThreadGrowsOne) {
  Random random(seed_of_run() + 1);
  for (int round = 0; round < 100 / kScale; ++round) {
    const int threads = static_cast<int>(2 + random.below(8));
    Tree tree(3000);
    const std::uint64_t seed = random.next();
    region(threads, [&] {
      tree.grow(Random(seed + static_cast<std::uint64_t>(thread_number())), 7);
      team::barrier(me());
      tree.grow(Random(seed * 3 + static_cast<std::uint64_t>(thread_number())), 7);
    });
    ASSERT_EQ(tree.ran(), tree.made() - 1 + 2 * static_cast<std::uint64_t>(threads));
    ASSERT_EQ(tree.wrong(), 0u);
  }
}

// More tasks than a ring holds, created by one thread; chains deeper than what the scheduling constraint follows.
TEST(TaskTree, Flood) {
  std::atomic<int> runs{0};
  masked_region(4, [&] {
    for (int i = 0; i < 50'000 / kScale; ++i) spawn([&] { runs.fetch_add(1, relaxed); });
  });
  EXPECT_EQ(runs.load(), 50'000 / kScale);
}

void descend(int depth, std::atomic<int>& ends) {
  if (depth == 0) {
    ends.fetch_add(1, relaxed);
    return;
  }
  spawn([depth, &ends] { descend(depth - 1, ends); });
  if (depth % 3 == 0) spawn([&ends] { ends.fetch_add(1, relaxed); });
  if (depth % 2 == 0) taskwait();
}

TEST(TaskTree, Deep) {
  for (int threads : {1, 2, 5}) {
    std::atomic<int> ends{0};
    masked_region(threads, [&] { descend(3000 / kScale, ends); });
    EXPECT_EQ(ends.load(), 3000 / kScale / 3 + 1);
  }
}

// Data of all sizes, up to what has a mapping of its own; thieves look at tasks that have long ended.
template <std::size_t kBytes>
void spawn_with_data(std::atomic<int>& runs) {
  struct Data {
    char first[kBytes];
    char last;
  };
  spawn([&runs, data = Data{{1}, 2}] { runs.fetch_add(data.first[0] + data.last, relaxed); });
}

TEST(TaskTree, DataOfAllSizes) {
  std::atomic<int> runs{0};
  constexpr int kRounds = 400 / kScale;
  masked_region(3, [&] {
    for (int i = 0; i < kRounds; ++i)
      spawn([&runs] {
        spawn_with_data<100>(runs);
        spawn_with_data<3000>(runs);
        spawn_with_data<300'000>(runs);
        taskwait();
        spawn_with_data<400'000>(runs);
      });
  });
  EXPECT_EQ(runs.load(), kRounds * 4 * 3);
}

// Of two priorities, what is ready and higher comes first.
TEST(TaskTree, PriorityOrder) {
  if (std::strcmp(sched::policy->name, "lfq") == 0) GTEST_SKIP() << "by priority in a small buffer only";
  std::vector<int> order;
  masked_region(1, [&] {
    std::vector<Task*> events;
    for (int i = 0; i < 100; ++i) {
      Task* t = make([&order, i] { order.push_back(i % 7); }, task::kDetachable | task::kPriority);
      t->priority = i % 7;
      events.push_back(t);
      sched::submit(me(), t);
    }
    for (Task* t : events) fulfill(t);
    taskwait();
  });
  ASSERT_EQ(order.size(), 100u);
  for (std::size_t i = 1; i < order.size(); ++i) EXPECT_GE(order[i - 1], order[i]);
}

}  // namespace
}  // namespace xomp::testing
