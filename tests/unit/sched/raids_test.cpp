// A raid takes from threads that do not come for their tasks, and from no others.
#include "core/sched/policies/parts/raids.h"

#include <gtest/gtest.h>

#include "tests/unit/sched/fake_team.h"

namespace xomp::sched {
namespace {

struct Queue {
  OwnerRole role;
  task::Task* held = nullptr;
};

class RaidsTest : public testing::Test {
 protected:
  static constexpr int kThreads = 3;

  RaidsTest() {
    for (int i = 0; i < kThreads; ++i) queues[i].held = &tasks[i];
  }
  // One raid by thread 0, after the pause between two raids.
  bool raid() {
    const std::uint64_t since = platform::now_ns();
    while (platform::now_ns() - since < 2'000'000) {
    }
    return raids.raid(
        team[0], kThreads, [&](int i) -> OwnerRole& { return queues[i].role; },
        [&](int i) { return queues[i].held == nullptr; },
        [&](int i, auto&& share) {
          share(queues[i].held);
          queues[i].held = nullptr;
        });
  }
  bool took(int i) const { return queues[i].held == nullptr; }

  FakeTeam team{kThreads};
  task::Task tasks[kThreads];
  Queue queues[kThreads];
  Raids raids;
};

TEST_F(RaidsTest, LeavesAThreadAloneUntilItHasBeenSeenTwice) {
  EXPECT_FALSE(raid());
  EXPECT_FALSE(took(1));
  EXPECT_TRUE(raid());
  EXPECT_TRUE(took(1));
  EXPECT_TRUE(took(2));
  EXPECT_FALSE(took(0)) << "its own";
}

TEST_F(RaidsTest, LeavesAThreadAloneThatComesForTasks) {
  raid();
  queues[1].role.note_look();
  EXPECT_TRUE(raid());
  EXPECT_FALSE(took(1));
  EXPECT_TRUE(took(2));
  EXPECT_TRUE(raid());
  EXPECT_TRUE(took(1));
}

TEST_F(RaidsTest, LeavesAThreadAloneThatIsInside) {
  ASSERT_TRUE(queues[1].role.try_enter());
  raid();
  EXPECT_TRUE(raid());
  EXPECT_FALSE(took(1));
  queues[1].role.leave();
  EXPECT_TRUE(raid());
  EXPECT_TRUE(took(1));
  EXPECT_TRUE(queues[1].role.try_enter()) << "the raider has left";
}

}  // namespace
}  // namespace xomp::sched
