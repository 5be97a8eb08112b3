// Stories in which a task was lost, stranded or run where it must not be. Each is set up step by step.
#include <atomic>
#include <memory>
#include <utility>
#include <vector>

#include "core/sched/hand_over.h"
#include "core/sched/policy.h"
#include "platform/fence.h"
#include "stress/engine.h"
#include "xomp.h"

namespace xomp::testing {
namespace {

bool is_in_timed_wait(const Worker& worker) { return worker.returned.load(relaxed) == sched::asleep_mark(); }

// Gives every thread of the next teams its ring.
void warm_up(int threads) {
  region(threads, [] {
    spawn([] {});
    taskwait();
  });
}

// A thread makes a timed wait before it has deferred anything. Its first deferred task must be announced all the same, or the barrier
// takes the team for one without tasks.
TEST(Sched, FirstTaskAfterATimedWait) {
  warm_up(2);
  for (int round = 0; round < 5; ++round) {
    std::atomic<int> runs{0};
    masked_region(2, [&] {
      Worker& waiter = me();
      std::atomic<bool> is_over{false};
      std::thread outside([&] {
        comes_about([&] { return is_in_timed_wait(waiter); });
        is_over.store(true);
        sched::wake(waiter);
      });
      sched::wait_until(waiter, sched::Awaited::other, [&] { return is_over.load(); });
      outside.join();
      for (int i = 0; i < 10; ++i) spawn([&] { ++runs; });
    });
    EXPECT_EQ(runs.load(), 10);
  }
}

// [STRANDED-1] A thread waits for its children, some of which may have gone to a queue that only another thread empties; that
// one is in a body and waits for the first one, as it would for a lock.
TEST(Sched, ChildrenInTheQueueOfAThreadThatWaitsForTheirParent) {
  if (!platform::fence_heavy()) GTEST_SKIP() << "nothing is taken from a busy thread without heavy fences";
  warm_up(2);
  for (int round = 0; round < 5; ++round) {
    std::atomic<int> runs{0};
    std::atomic<bool> done{false};
    bool ended = false;
    region(2, [&] {
      if (thread_number() == 0) {
        undeferred([&] {
          for (int i = 0; i < 9; ++i) spawn([&] { ++runs; });
          taskwait();
          EXPECT_EQ(runs.load(), 9);
        });
        done.store(true);
      } else {
        ended = comes_about([&] { return done.load(); });
      }
    });
    EXPECT_TRUE(ended) << runs.load() << " of 9 children ran";
  }
}

// A thread sleeps until there is work; another one makes a timed wait; what that one defers afterwards must wake the sleeper, also
// when it goes into a long body next.
TEST(Sched, TimedWaitKeepsTheSleepersRequest) {
  if (sched::policy->holders_only) GTEST_SKIP() << "only the thread that holds them shares them";
  warm_up(3);
  for (int round = 0; round < 5; ++round) {
    std::atomic<int> runs{0};
    std::atomic<bool> event_made{false};
    std::atomic<bool> done{false};
    std::atomic<bool> is_over{false};
    std::atomic<Worker*> waiter{nullptr};
    bool ran = false;
    region(3, [&] {
      const int number = thread_number();
      if (number == 0) {
        spawn([] {});
        taskwait();
        waiter.store(&me());
        sched::wait_until(me(), sched::Awaited::other, [&] { return is_over.load(); });
        for (int i = 0; i < 4; ++i) spawn([&] { ++runs; });
        ran = comes_about([&] { return runs.load() == 4; });
        done.store(true);
      } else if (number == 1) {  // sees to it that both sleep, then stays away from scheduling points
        sched::TeamTasks& team = *me().thread->team;
        comes_about([&] { return waiter.load() != nullptr && is_in_timed_wait(*waiter.load()) && team.sleepers.load() == 1; });
        std::this_thread::sleep_for(std::chrono::milliseconds(30));  // a timed wait or two more
        is_over.store(true);
        sched::wake(*waiter.load());
        comes_about([&] { return done.load(); });
      }
    });
    EXPECT_TRUE(ran) << "deferred tasks, a sleeping thread, and nobody woke it";
  }
}

// Tasks that an event makes ready do not descend from the task that fulfils it, so its waits must not run them.
TEST(Sched, FulfilledEventKeepsTheConstraint) {
  warm_up(2);
  std::atomic<bool> finished{false};
  std::atomic<Task*> late{nullptr};
  std::atomic<Worker*> waiter{nullptr};
  int x = 0;
  bool inside = false;
  bool ran_inside = false;
  region(2, [&] {
    if (thread_number() == 1) {
      comes_about([&] { return late.load() != nullptr && is_in_timed_wait(*waiter.load()); });
      fulfill(late.load());
      comes_about([&] { return finished.load(); });
      return;
    }
    waiter.store(&me());
    Task* detached = make([] {}, task::kDetachable);
    sched::adopt(me(), detached);
    task::DependenceBuilder first(me().pool, me().current, detached, task::DependenceBuilder::Mode::registered,
                                  me().thread->team);
    first.add(&x, task::DependenceKind::out);
    sched::submit_dependent(me(), detached, first);
    sched::taskyield(me());  // its body
    Task* dependent = make([&] { ran_inside = inside; });
    sched::adopt(me(), dependent);
    task::DependenceBuilder second(me().pool, me().current, dependent, task::DependenceBuilder::Mode::registered,
                                   me().thread->team);
    second.add(&x, task::DependenceKind::in);
    sched::submit_dependent(me(), dependent, second);
    spawn([&, detached] {
      fulfill(detached);
      Task* child = make([] {}, task::kDetachable);
      sched::submit(me(), child);
      late.store(child);
      inside = true;
      taskwait();
      inside = false;
    });
    sched::taskyield(me());
    taskwait();
    finished.store(true);
  });
  EXPECT_FALSE(ran_inside);
}

// Alone in the team: a child with low priority behind many tasks that its waiting parent may not run.
TEST(Sched, ChildBehindOthersOfHigherPriority) {
  masked_region(1, [] {
    std::vector<Task*> events;
    int runs = 0;
    auto detachable = [&](std::int32_t priority) {
      Task* t = make([&runs] { ++runs; }, task::kDetachable | task::kPriority);
      t->priority = priority;
      return t;
    };
    for (int i = 0; i < 20; ++i) {
      Task* t = detachable(10);
      events.push_back(t);
      sched::submit(me(), t);
    }
    undeferred([&] {
      Task* t = detachable(1);
      sched::submit(me(), t);
      fulfill(t);
      taskwait();
      EXPECT_EQ(runs, 1);
    });
    for (Task* t : events) fulfill(t);
    taskwait();
    EXPECT_EQ(runs, 21);
  });
}

// A group's task whose parent has ended stands in the deque of a thread that is busy for long; the shared queue holds
// tasks that the waiting thread may not run.
TEST(Sched, OrphanOfAGroupBehindABusyThread) {
  if (sched::policy->holders_only) GTEST_SKIP() << "only the thread that holds them shares them";
  if (sched::policy->by_priority) GTEST_SKIP() << "the tasks with priorities do not stand in the shared queue";
  warm_up(3);
  std::atomic<bool> member_made{false}, others_made{false}, member_ran{false}, busy{false};
  bool waited = false;
  std::atomic<bool> in_time{true};
  region(3, [&] {
    switch (thread_number()) {
      case 0:
        undeferred([&] {
          taskgroup([&] {
            spawn([&] {  // thread 1 takes it, from its barrier
              spawn([&] { member_ran.store(true); });
              member_made.store(true);
              comes_about([&] { return others_made.load(); });
            });
            comes_about([&] { return busy.load(); });
          });
          waited = member_ran.load();
        });
        break;
      case 2:
        comes_about([&] { return member_made.load(); });
        // Found first by thread 1: priority goes before its own deque.
        for (int i = 0; i < 3; ++i)
          spawn_with_priority(1, [&] {
            if (thread_number() != 1) return;
            busy.store(true);
            if (!comes_about([&] { return member_ran.load(); })) in_time.store(false);
          });
        others_made.store(true);
        if (!comes_about([&] { return member_ran.load(); })) in_time.store(false);
    }
  });
  EXPECT_TRUE(waited);
  EXPECT_TRUE(in_time.load());
}

// A thread that was slow to notice the end of a region looks into the deque of a thread that is in another team by now.
TEST(Sched, WhatIsStolenFromAnotherTeamStaysThere) {
  warm_up(2);
  std::atomic<int> runs{0};
  std::atomic<bool> looked{false};
  Task* taken = nullptr;
  region(2, [&] {
    if (thread_number() == 1) {  // not in the barrier, where it would take them
      comes_about([&] { return looked.load(); });
      return;
    }
    for (int i = 0; i < 50; ++i) spawn([&] { ++runs; });
    sched::policy->before_sleep(me(), sched::Allowed::descendants);  // makes public what it can
    atomic<sched::TeamThread*> slots[2];
    auto former_team = std::make_unique<sched::TeamTasks>();
    auto slow = std::make_unique<sched::TeamThread>();
    former_team->threads.move_to(slots);
    former_team->threads.set(0, slow.get());
    former_team->threads.set(1, me().thread);
    former_team->size = 2;
    former_team->tasking.store(true);
    slow->team = former_team.get();
    slow->worker.store(&me(), relaxed);
    sched::policy->begin_thread(*slow);
    sched::prepare_policy(*former_team, 2);
    sched::claim_object(*slow);
    sched::TeamThread* const own = std::exchange(me().thread, slow.get());
    taken = sched::policy->next_task(me(), sched::Allowed::any);
    EXPECT_TRUE(former_team->shared.looks_empty());
    me().thread = own;
    looked.store(true);
  });
  EXPECT_EQ(taken, nullptr);
  EXPECT_EQ(runs.load(), 50);
}

// A thread that has asked for tasks waits for a native task now, which is no task scheduling point. The task needs what the
// answer brings.
TEST(Sched, WaitForANativeTaskStrandsNothing) {
  for (int round = 0; round < 20; ++round) {
    std::atomic<int> runs{0};
    xomp::run(2, [&] {
      std::atomic<bool> begun{false}, asked{false};
      auto stolen = xomp::spawn([&] {
        for (int i = 0; i < 8; ++i) spawn([&] { ++runs; });
        begun.store(true);
        comes_about([&] { return asked.load(); });
        spawn([&] { ++runs; });  // and the answer
        taskwait();
      });
      comes_about([&] { return begun.load(); });
      sched::taskyield(me());
      asked.store(true);
      stolen.sync();
    });
    EXPECT_EQ(runs.load(), 9);
  }
}

// A long body must not strand the tasks that its thread has deferred before.
TEST(Sched, TasksOfABusyThreadAreTaken) {
  if (sched::policy->holders_only) GTEST_SKIP() << "only the thread that holds them shares them";
  for (int round = 0; round < 20; ++round) {
    std::atomic<int> runs{0};
    bool all = true;
    masked_region(2, [&] {
      spawn([] {});
      for (int i = 0; i < 50; ++i) spawn([&] { ++runs; });
      all = comes_about([&] { return runs.load() == 50; });
    });
    EXPECT_TRUE(all);
  }
}

}  // namespace
}  // namespace xomp::testing
