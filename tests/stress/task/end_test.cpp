// The ends of tasks that do not end by themselves: events fulfilled from anywhere, taskgroups cancelled at any time.
#include <atomic>
#include <vector>

#include "core/icv/icv.h"
#include "core/team/cancel.h"
#include "stress/engine.h"

namespace xomp::testing {
namespace {

// Threads of the program fulfil events while the tasks' bodies run; group, taskwait and barrier wait for both.
TEST(Detach, FulfilledFromOutside) {
  Random random(seed_of_run());
  for (int round = 0; round < 60 / kScale; ++round) {
    constexpr int kTasks = 40;
    std::vector<std::atomic<Task*>> events(kTasks);
    std::vector<int> before(kTasks), body(kTasks), after(kTasks);
    const auto way = round % 3;
    const int threads = static_cast<int>(1 + random.below(4));
    std::thread outside([&] {
      for (int i = 0; i < kTasks; ++i) {
        const auto at = static_cast<std::size_t>(i);
        comes_about([&] { return events[at].load() != nullptr; });
        work(static_cast<std::uint64_t>(i) * 50);
        before[at] = 1;  // plain: comes before the task's end
        fulfill(events[at].load());
      }
    });
    auto create = [&] {
      for (int i = 0; i < kTasks; ++i) {
        const auto at = static_cast<std::size_t>(i);
        Task* t = make([&body, at] { body[at] = 1; }, task::kDetachable);
        events[at].store(t);
        if (i % 10 == 9) {
          sched::run_undeferred(me(), t);
        } else {
          sched::submit(me(), t);
        }
      }
    };
    auto check = [&] {
      for (std::size_t i = 0; i < kTasks; ++i) after[i] = before[i] + body[i];
    };
    masked_region(threads, [&] {
      switch (way) {
        case 0:
          create();
          taskwait();
          check();
          break;
        case 1:
          taskgroup([&] { spawn(create); });
          check();
          break;
        default: create();
      }
    });
    if (way == 2) check();
    outside.join();
    for (int sum : after) ASSERT_EQ(sum, 2) << "way " << way << ", " << threads << " threads";
  }
}

// Events fulfilled by sibling tasks and by threads of another team of the same process.
TEST(Detach, FulfilledByAnotherTeam) {
  for (int round = 0; round < 40 / kScale; ++round) {
    constexpr int kTasks = 64;
    std::vector<std::atomic<Task*>> events(kTasks);
    std::atomic<int> next{0};
    std::vector<int> told(kTasks);
    bool complete = true;
    std::thread other([&] {
      masked_region(2, [&] {
        for (int i = 0; i < kTasks; ++i)
          spawn([&] {
            const auto at = static_cast<std::size_t>(next.fetch_add(1));
            comes_about([&] { return events[at].load() != nullptr; });
            told[at] = 1;
            fulfill(events[at].load());
          });
      });
    });
    masked_region(3, [&] {
      taskgroup([&] {
        for (auto& event : events) {
          Task* t = make([] { work(30); }, task::kDetachable);
          event.store(t);
          sched::submit(me(), t);
        }
      });
      for (int t : told) complete = complete && t == 1;
    });
    other.join();
    ASSERT_TRUE(complete);
  }
}

class Cancel : public ::testing::Test {
 protected:
  void SetUp() override { icv::global.cancellation = true; }
  void TearDown() override { icv::global.cancellation = false; }
};

TEST_F(Cancel, Taskgroup) {
  Random random(seed_of_run() + 2);
  for (int round = 0; round < 200 / kScale; ++round) {
    std::atomic<int> begun{0}, ended{0}, outside{0}, later{0};
    const auto at = static_cast<int>(random.below(200));
    masked_region(static_cast<int>(1 + random.below(5)), [&] {
      spawn([&] { ++outside; }, task::kCancellable);  // not in the group
      taskgroup([&] {
        for (int i = 0; i < 200; ++i)
          spawn(
              [&, i] {
                ++begun;
                if (i == at) team::cancel(me(), team::Construct::taskgroup);
                for (int k = 0; k < 3 && !team::cancellation_point(me(), team::Construct::taskgroup); ++k)
                  spawn([&] { work(20); }, task::kCancellable);
                ++ended;
              },
              task::kCancellable);
      });
      EXPECT_EQ(begun.load(), ended.load());
      taskgroup([&] { spawn([&] { ++later; }, task::kCancellable); });
    });
    ASSERT_EQ(outside.load(), 1);
    ASSERT_EQ(later.load(), 1);
    ASSERT_GE(begun.load(), 1);
  }
}

// Some thread cancels the region while others create tasks, wait in a barrier or sleep there.
TEST_F(Cancel, Region) {
  Random random(seed_of_run() + 3);
  for (int round = 0; round < 200 / kScale; ++round) {
    const int threads = static_cast<int>(2 + random.below(6));
    const int canceller = static_cast<int>(random.below(static_cast<std::uint64_t>(threads)));
    std::atomic<int> begun{0}, ended{0}, passed{0};
    region(threads, [&] {
      if (thread_number() == canceller) {
        work(static_cast<std::uint64_t>(round) * 100);
        team::cancel(me(), team::Construct::parallel);
        return;
      }
      for (int i = 0; i < 20; ++i)
        spawn(
            [&] {
              ++begun;
              work(50);
              ++ended;
            },
            task::kCancellable);
      if (team::cancellable_barrier(me())) return;
      ++passed;
    });
    ASSERT_EQ(begun.load(), ended.load());
    ASSERT_EQ(passed.load(), 0);
    std::atomic<int> runs{0};
    region(threads, [&] {
      team::barrier(me());
      ++runs;
      team::barrier(me());
      EXPECT_EQ(runs.load(), threads);
    });
  }
}

}  // namespace
}  // namespace xomp::testing
