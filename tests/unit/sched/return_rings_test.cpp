// The rings by which ended tasks come back: which one a sender takes, that the owner looks into all, and that nothing is lost when
// the owner's first team of many threads comes while messages of an earlier one are under way.
#include "core/sched/return_rings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

namespace xomp::sched {
namespace {

constexpr std::int32_t kThreads = 64;

class ReturnRingsTest : public testing::Test {
 protected:
  void SetUp() override { rings_->make(); }
  void expect_many() {
    rings_->expect_many();
    rings_->make();
  }
  std::vector<task::Task*> received() {
    std::vector<task::Task*> tasks;
    rings_->receive([](task::Task*) {}, [&](task::Task* t) { tasks.push_back(t); });
    std::sort(tasks.begin(), tasks.end());
    return tasks;
  }
  task::Task* sent_task(std::int32_t i) { return &tasks_[static_cast<std::size_t>(i)]; }

  std::array<task::Task, kThreads> tasks_{};
  std::unique_ptr<ReturnRings> rings_ = std::make_unique<ReturnRings>();
};

TEST_F(ReturnRingsTest, AllThatIsSentArrives) {
  for (const bool many : {false, true}) {
    if (many) expect_many();
    std::vector<task::Task*> sent;
    EXPECT_FALSE(rings_->has_messages());
    for (std::int32_t number = 0; number < kThreads; ++number) {
      ASSERT_TRUE(rings_->send(sent_task(number), number, kThreads));
      EXPECT_TRUE(rings_->has_messages());
      sent.push_back(sent_task(number));
    }
    EXPECT_EQ(received(), sent);
    EXPECT_FALSE(rings_->has_messages());
  }
}

TEST_F(ReturnRingsTest, EachThreadOfManyIsSeen) {
  expect_many();
  for (const std::int32_t size : {1, 3, 8, 9, 192, 32768}) {
    for (const std::int32_t number : {0, size / 2, size - 1}) {
      ASSERT_TRUE(rings_->send(sent_task(0), number, size));
      EXPECT_TRUE(rings_->has_messages()) << number << " of " << size;
      EXPECT_EQ(received().size(), 1u);
    }
  }
}

TEST_F(ReturnRingsTest, WhoFillsItsRingLeavesRoomToTheOthers) {
  expect_many();
  std::int32_t sent = 0;
  while (rings_->send(sent_task(0), 0, kThreads)) ++sent;
  ASSERT_TRUE(rings_->send(sent_task(1), kThreads - 1, kThreads));
  EXPECT_EQ(received().size(), static_cast<std::size_t>(sent) + 1);
}

TEST_F(ReturnRingsTest, MessagesOfATeamOfFewArriveAmongMany) {
  ASSERT_TRUE(rings_->send(sent_task(0), 1, 2));
  expect_many();
  ASSERT_TRUE(rings_->send(sent_task(1), 1, kThreads));
  EXPECT_EQ(received(), (std::vector<task::Task*>{sent_task(0), sent_task(1)}));
}

// [RINGS-1] A worker of a large team has its rings made when it needs them; until then senders take the list.
TEST_F(ReturnRingsTest, NothingIsSentBeforeTheRingsAreMade) {
  ReturnRings rings;
  for (const bool many : {false, true}) {
    if (many) rings.expect_many();
    EXPECT_FALSE(rings.send(sent_task(0), 0, kThreads));
    rings.clear();
    rings.receive([](task::Task*) {}, [](task::Task*) { ADD_FAILURE(); });
    rings.receive_some([](task::Task*) {}, [](task::Task*) { ADD_FAILURE(); });
    rings.make();
    EXPECT_FALSE(rings.has_messages());
    EXPECT_TRUE(rings.send(sent_task(0), 0, kThreads));
    EXPECT_TRUE(rings.has_messages());
    rings.clear();
  }
}

TEST_F(ReturnRingsTest, ClearForgetsAll) {
  ASSERT_TRUE(rings_->send(sent_task(0), 1, 2));
  expect_many();
  ASSERT_TRUE(rings_->send(sent_task(1), 1, kThreads));
  rings_->clear();
  EXPECT_FALSE(rings_->has_messages());
  EXPECT_TRUE(received().empty());
}

}  // namespace
}  // namespace xomp::sched
