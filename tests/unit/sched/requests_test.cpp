// Who asks whom, and when nobody is asked.
#include "core/sched/policies/parts/requests.h"

#include <gtest/gtest.h>

#include "unit/sched/fake_team.h"

namespace xomp::sched {
namespace {

struct Requesting : ::testing::Test {
  FakeTeam team{4};
  Requests requests{4};
  std::uint64_t sent(int i) { return team[i].counters.requests_sent.load(relaxed); }
  std::uint64_t served(int i) { return team[i].counters.requests_served.load(relaxed); }
  std::uint64_t refused(int i) { return team[i].counters.requests_refused.load(relaxed); }
};

TEST_F(Requesting, StandsUntilItIsAnswered) {
  EXPECT_EQ(requests.pending(team[1]), Requests::kNone);
  EXPECT_TRUE(requests.ask(team[0], 1));
  EXPECT_EQ(requests.pending(team[1]), 0);
  EXPECT_EQ(requests.pending(team[1]), 0);
  EXPECT_FALSE(requests.answered(team[0]));
  requests.answer(team[1], 2);
  EXPECT_TRUE(requests.answered(team[0]));
  EXPECT_EQ(requests.pending(team[1]), Requests::kNone);
  EXPECT_EQ(sent(0), 1u);
  EXPECT_EQ(served(1), 1u);
  EXPECT_EQ(refused(1), 0u);
}

TEST_F(Requesting, OneAtATime) {
  EXPECT_TRUE(requests.ask(team[0], 2));
  EXPECT_FALSE(requests.ask(team[1], 2));
  requests.answer(team[2], 0);
  EXPECT_EQ(refused(2), 1u);
  EXPECT_TRUE(requests.ask(team[1], 2));
  EXPECT_EQ(requests.pending(team[2]), 1);
}

TEST_F(Requesting, NobodyAsksItself) {
  EXPECT_FALSE(requests.ask(team[3], 3));
  EXPECT_EQ(sent(3), 0u);
  for (int i = 0; i < 100; ++i) {
    const int victim = requests.ask(team[3]);
    EXPECT_NE(victim, 3);
    if (victim != Requests::kNone) requests.answer(team[victim], 0);
  }
}

TEST_F(Requesting, EverybodyIsAskedInTheEnd) {
  bool asked[4] = {};
  for (int i = 0; i < 200; ++i) {
    const int victim = requests.ask(team[0]);
    if (victim == Requests::kNone) continue;
    asked[victim] = true;
    requests.answer(team[victim], 0);
  }
  EXPECT_TRUE(asked[1] && asked[2] && asked[3]);
}

TEST_F(Requesting, AnIdleThreadIsNotAsked) {
  requests.fall_idle(team[1]);
  EXPECT_FALSE(requests.ask(team[0], 1));
  requests.find_task(team[1]);
  EXPECT_TRUE(requests.ask(team[0], 1));
}

TEST_F(Requesting, FallingIdleRefusesWhoAsked) {
  EXPECT_TRUE(requests.ask(team[0], 1));
  requests.fall_idle(team[1]);
  EXPECT_TRUE(requests.answered(team[0]));
  EXPECT_EQ(requests.pending(team[1]), Requests::kNone);
}

TEST_F(Requesting, WhoGaveLastIsAskedFirst) {
  requests.fall_idle(team[0]);
  EXPECT_TRUE(requests.ask(team[0], 2));
  requests.answer(team[2], 1);
  requests.find_task(team[0]);
  for (int i = 0; i < 20; ++i) {
    requests.fall_idle(team[0]);
    EXPECT_EQ(requests.ask(team[0]), 2);
    requests.answer(team[2], 1);
    requests.find_task(team[0]);
  }
}

TEST_F(Requesting, WhoDidNotAnswerIsForgotten) {
  requests.fall_idle(team[0]);
  EXPECT_TRUE(requests.ask(team[0], 2));
  requests.find_task(team[0]);  // found elsewhere
  requests.answer(team[2], 0);
  int others = 0;
  for (int i = 0; i < 50; ++i) {
    const int victim = requests.ask(team[0]);
    if (victim == Requests::kNone) continue;
    others += victim != 2;
    requests.answer(team[victim], 0);
  }
  EXPECT_GT(others, 0);
}

// Another thief was between look and write, and has put an older round over it.
TEST_F(Requesting, RepeatsOnlyWhatIsNotAnswered) {
  EXPECT_TRUE(requests.ask(team[0], 1));
  requests.repeat(team[0]);
  EXPECT_EQ(requests.pending(team[1]), 0);
  requests.answer(team[1], 1);
  requests.repeat(team[0]);
  EXPECT_EQ(requests.pending(team[1]), Requests::kNone);
}

TEST_F(Requesting, AThreadOfALargerTeamBeforeIsNotAnswered) {
  EXPECT_TRUE(requests.ask(team[3], 1));
  team.resize(2);
  EXPECT_EQ(requests.pending(team[1]), Requests::kNone);
  EXPECT_TRUE(requests.ask(team[0], 1)) << "the cell is open again";
  EXPECT_EQ(requests.pending(team[1]), 0);
}

}  // namespace
}  // namespace xomp::sched
