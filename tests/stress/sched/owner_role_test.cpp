// The owner works on plain data under its role, raiders one at a time now and then: nobody finds the other there. What they
// share is plain, so a thread sanitizer sees it, too, if the hand-over has no order.
#include "core/sched/policies/parts/owner_role.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <memory>
#include <thread>

#include "core/sched/policies/parts/kept_tasks.h"
#include "stress/engine.h"

namespace xomp::sched {
namespace {

using task::Task;

constexpr std::int32_t kRaider = 1;

TEST(OwnerRole, OneAtATime) {
  if (!platform::fence_heavy()) GTEST_SKIP() << "no heavy fences here";
  constexpr long kRounds = 2'000'000 / testing::kScale, kRaids = 2'000 / testing::kScale;
  OwnerRole role;
  long a = 0, b = 0;  // plain; equal whenever somebody comes in
  long refused = 0, raids = 0;
  atomic<bool> over{false};
  std::thread raider([&] {
    while (!over.load(acquire)) {
      role.announce_raid(kRaider);
      platform::fence_heavy();
      if (role.may_raid()) {
        EXPECT_EQ(a, b);
        ++a;
        testing::work(20);
        ++b;
        ++raids;
      }
      role.end_raid();
      testing::work(200);
    }
  });
  long rounds = 0;
  const auto enter = [&] {
    if (!role.try_enter()) {
      if (++refused % 64 == 0) std::this_thread::yield();
      return;
    }
    ASSERT_EQ(a, b);
    ++a;
    testing::work(rounds % 8);
    ++b;
    role.leave();
    ++rounds;
  };
  while (rounds < kRounds) enter();
  // The raider, too, has its share, however the two were scheduled.
  EXPECT_TRUE(testing::comes_about([&] {
    enter();
    if (!role.try_enter()) return false;
    const bool enough = a - rounds >= kRaids;
    role.leave();
    return enough;
  }));
  over.store(true, release);
  raider.join();
  EXPECT_EQ(a, rounds + raids);
  EXPECT_EQ(b, a);
  std::printf("%ld rounds, %ld raids, %ld times refused\n", rounds, raids, refused);
}

// As in ThreadQueues: the owner adds and takes, from either end, a raider takes what it finds. Each task is taken once.
TEST(OwnerRole, KeptTasksAreTakenOnce) {
  if (!platform::fence_heavy()) GTEST_SKIP() << "no heavy fences here";
  constexpr std::size_t kTasks = 200'000 / testing::kScale;
  const std::unique_ptr<Task[]> tasks(new Task[kTasks]{});
  OwnerRole role;
  KeptTasks kept(64);
  const auto take = [](Task* t) { ++t->unfinished; };  // plain: who has the task writes it
  atomic<bool> begun{false}, over{false};
  long raided = 0;
  std::thread raider([&] {
    begun.store(true, release);
    while (!over.load(acquire)) {
      role.announce_raid(kRaider);
      platform::fence_heavy();
      if (role.may_raid())
        while (Task* t = kept.take_oldest()) take(t), ++raided;
      role.end_raid();
      std::this_thread::yield();
    }
  });
  testing::Random random(testing::seed_of_run());
  while (!begun.load(acquire)) std::this_thread::yield();
  for (std::size_t next = 0; next < kTasks;) {
    testing::work(20);
    if (random.below(256) == 0) std::this_thread::yield();
    if (!role.try_enter()) {
      std::this_thread::yield();
      continue;
    }
    for (int i = 0; i < 8 && next < kTasks && !kept.full(); ++i) kept.add(&tasks[next++]);
    const auto wanted = [&](Task*) { return random.below(2) == 0; };
    for (std::uint64_t n = random.below(9); n != 0; --n)
      if (Task* t = random.below(2) == 0 ? kept.take_newest(wanted, 8) : kept.take_oldest(wanted, 8)) take(t);
    role.leave();
  }
  over.store(true, release);
  raider.join();
  while (Task* t = kept.take_oldest()) take(t);
  for (std::size_t i = 0; i < kTasks; ++i) ASSERT_EQ(tasks[i].unfinished, 1) << i;
  std::printf("%ld of %zu tasks raided\n", raided, kTasks);
}

}  // namespace
}  // namespace xomp::sched
