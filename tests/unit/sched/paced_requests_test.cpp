// How many are asked, how often, and which of them are near.
#include "core/sched/policies/parts/paced_requests.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "unit/sched/fake_team.h"

namespace xomp::sched {
namespace {

class Paced : public ::testing::Test {
 protected:
  static constexpr int kThreads = 8;

  void choose(const std::string& settings) {
    Mistake mistake{};
    ASSERT_TRUE(choose_policy(("na-ws:" + settings).c_str(), mistake)) << mistake.text;
    requests_ = std::make_unique<PacedRequests>(kThreads);
  }
  void TearDown() override {
    Mistake mistake{};
    ASSERT_TRUE(choose_policy("auto", mistake));
  }
  // Answers all that were asked; how many, and how many of them with an odd number.
  int answer_all() {
    int asked = 0;
    odd_ = 0;
    for (int i = 0; i < kThreads; ++i)
      if (requests_->pending(team_[i]) == 0) {
        requests_->answer(team_[i], 0);
        ++asked;
        odd_ += i % 2;
      }
    return asked;
  }
  // Threads on two domains, even and odd: each has been idle there.
  void settle() {
    for (int i = 0; i < kThreads; ++i) requests_->ask_from(team_[i], i % 2);
    for (int i = 0; i < kThreads; ++i)
      if (requests_->pending(team_[i]) != Requests::kNone) requests_->answer(team_[i], 0);
  }

  // Thread 0, which runs on the even ones' domain, asks so many times.
  struct Asked {
    int all, far;
  };
  Asked ask(int times) {
    Asked asked{0, 0};
    for (int i = 0; i < times; ++i) {
      requests_->ask_from(team_[0], 0);
      asked.all += answer_all();
      asked.far += odd_;
    }
    return asked;
  }

  FakeTeam team_{kThreads};
  std::unique_ptr<PacedRequests> requests_;
  int odd_ = 0;
};

TEST_F(Paced, AsksSoManyAtOnceAtMost) {
  for (int victims : {1, 3}) {
    choose("interval=0ns,victims=" + std::to_string(victims));
    int most = 0;
    for (int i = 0; i < 200; ++i) {
      requests_->ask_some(team_[0]);
      const int asked = answer_all();
      EXPECT_LE(asked, victims);
      most = asked > most ? asked : most;
    }
    EXPECT_EQ(most, victims);
  }
}

TEST_F(Paced, OnceInAnInterval) {
  choose("interval=1s,victims=1");
  int asked = 0;
  for (int i = 0; i < 100; ++i) {
    requests_->ask_some(team_[0]);
    asked += answer_all();
  }
  EXPECT_LE(asked, 2) << "unless the machine stood still";
}

TEST_F(Paced, NearOnesOnlyWhereTheProbabilityIsOne) {
  choose("interval=0ns,plocal=1");
  settle();
  const auto [asked, far] = ask(500);
  EXPECT_GT(asked, 500);
  EXPECT_LT(far, asked / 20) << "a few, when chance finds no near one in so many tries";
}

TEST_F(Paced, FarOnesOnlyWhereItIsZero) {
  choose("interval=0ns,plocal=0");
  settle();
  const auto [asked, far] = ask(500);
  EXPECT_GT(asked, 500);
  EXPECT_GT(far, asked - asked / 20);
}

TEST_F(Paced, SoManyInBetween) {
  choose("interval=0ns,plocal=0.75,victims=1");
  settle();
  const auto [asked, far] = ask(4000);
  EXPECT_NEAR(static_cast<double>(far) / asked, 0.25, 0.05);
}

// Where nobody has been idle yet, nobody is known to be near.
TEST_F(Paced, ThreadsOfUnknownPlacesAreAsked) {
  choose("interval=0ns,plocal=1");
  bool asked[kThreads] = {};
  for (int i = 0; i < 500; ++i) {
    requests_->ask_from(team_[0], 0);
    for (int t = 0; t < kThreads; ++t) asked[t] = asked[t] || requests_->pending(team_[t]) == 0;
    answer_all();
  }
  for (int t = 1; t < kThreads; ++t) EXPECT_TRUE(asked[t]) << t;
  EXPECT_FALSE(asked[0]);
}

}  // namespace
}  // namespace xomp::sched
