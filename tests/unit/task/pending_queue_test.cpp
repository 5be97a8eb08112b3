// OMPi's pending queue by itself, on one thread.
#include "core/task/pending_queue.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace xomp::task {
namespace {

class Pending : public ::testing::Test {
 protected:
  Task* make() {
    Task* const t = &tasks_[made_++];
    t->flags.store(kPlainBody, relaxed);
    return t;
  }
  Task* listed() {
    Task* const t = make();
    EXPECT_TRUE(queue_.list(t));
    return t;
  }
  // What collect() and look() visit: each once.
  auto note() {
    return [this](Task* t, std::uint32_t flags) {
      EXPECT_NE(flags & kEnded, 0u);
      EXPECT_TRUE(seen_.insert(t).second);
    };
  }

  std::vector<Task> tasks_ = std::vector<Task>(20000);
  std::size_t made_ = 0;
  PendingQueue queue_;
  std::set<Task*> seen_;
};

TEST_F(Pending, TakesOutWhatHasItsFlag) {
  Task* const a = listed();
  Task* const b = listed();
  Task* const c = listed();
  EXPECT_TRUE(a->has(kListed));
  EXPECT_EQ(queue_.collect(note()), 0u);
  PendingQueue::set_flag(b);
  EXPECT_EQ(queue_.collect(note()), 1u);
  EXPECT_EQ(seen_, (std::set<Task*>{b}));
  PendingQueue::set_flag(a);
  PendingQueue::set_flag(c);
  EXPECT_EQ(queue_.collect(note()), 2u);
  EXPECT_EQ(queue_.count(), 0u);
}

TEST_F(Pending, TheFlagLeavesTheOthersAsTheyAre) {
  Task* const t = listed();
  t->set(kPriority);
  PendingQueue::set_flag(t);
  EXPECT_EQ(t->flags.load(relaxed), std::uint32_t{kPlainBody | kPriority | kListed | kEnded});
}

TEST_F(Pending, LetsGoOfItsNewestOnly) {
  Task* const a = listed();
  Task* const b = listed();
  EXPECT_FALSE(queue_.take_newest(a));
  EXPECT_TRUE(queue_.take_newest(b));
  EXPECT_FALSE(queue_.take_newest(b));
  EXPECT_TRUE(queue_.take_newest(a));
  EXPECT_FALSE(queue_.take_newest(a));
}

// The end of a task may be that of its parent, which is the newest then.
TEST_F(Pending, AVisitMayTakeOutTheNewest) {
  std::vector<Task*> all;
  for (int i = 0; i < 100; ++i) all.push_back(listed());
  for (int i = 0; i < 100; i += 2) PendingQueue::set_flag(all[static_cast<std::size_t>(i)]);
  std::uint32_t newest = 0;
  const auto visit = [&](Task* t, std::uint32_t) {
    EXPECT_TRUE(seen_.insert(t).second);
    for (Task* other : all)
      if (!other->has(kEnded) && queue_.take_newest(other)) {
        ++newest;
        break;
      }
  };
  while (queue_.collect(visit) != 0) {
  }
  EXPECT_EQ(seen_.size(), 50u);
  EXPECT_EQ(queue_.count() + newest, 50u);
}

// look() comes to each task in turn, however many there are, and however few at a time.
TEST_F(Pending, LooksAtAllInTheEnd) {
  std::vector<Task*> all;
  for (int i = 0; i < 3000; ++i) all.push_back(listed());
  for (std::size_t chosen : {0u, 1u, 1700u, 2999u}) {
    PendingQueue::set_flag(all[chosen]);
    int looks = 0;
    while (!seen_.contains(all[chosen])) {
      queue_.look(note());
      ASSERT_LT(++looks, 40) << chosen;
    }
  }
  EXPECT_EQ(queue_.count(), 2996u);
  for (std::size_t i = 0; i < all.size(); ++i)
    if (!seen_.contains(all[i])) PendingQueue::set_flag(all[i]);
  for (int i = 0; i < 400; ++i) queue_.look(note());
  EXPECT_EQ(queue_.count(), 0u);
  queue_.look(note());
  EXPECT_EQ(seen_.size(), 3000u);
}

TEST_F(Pending, LooksSeldomWhileTasksAreListed) {
  Task* const first = listed();
  PendingQueue::set_flag(first);
  for (int i = 1; i < 64; ++i) {
    queue_.look(note());
    EXPECT_TRUE(seen_.empty());
    listed();
  }
  queue_.look(note());
  EXPECT_EQ(seen_.size(), 1u);
  Task* const last = listed();
  PendingQueue::set_flag(last);
  queue_.look(note());
  EXPECT_EQ(seen_.size(), 1u);
  queue_.look(note());
  EXPECT_EQ(seen_.size(), 2u) << "no task was listed since the last call";
}

// As many are listed as twice those that had not ended at the last collection: each is looked at twice on average.
TEST_F(Pending, CollectsSeldom) {
  std::uint32_t looks = 0, most = 0;
  std::vector<Task*> alive;
  for (int i = 0; i < 20000; ++i) {
    if (queue_.is_due()) {
      looks += queue_.count();
      queue_.collect([](Task*, std::uint32_t) {});
    }
    alive.push_back(listed());
    most = std::max(most, queue_.count());
    if (alive.size() > 1000) {
      PendingQueue::set_flag(alive.front());
      alive.erase(alive.begin());
    }
  }
  EXPECT_LE(most, 2100u);
  EXPECT_LE(looks, 2 * 20000u + 1000u);
}

}  // namespace
}  // namespace xomp::task
