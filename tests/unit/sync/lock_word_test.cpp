// Locks under contention, with more threads than this machine has processors.
#include "core/sync/lock_word.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "core/icv/icv.h"

namespace xomp::sync {
namespace {

template <class Body>
void run_threads(int count, Body body) {
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i) threads.emplace_back([=] { body(i); });
  for (auto& thread : threads) thread.join();
}

constexpr int kThreads = 8;
constexpr int kRounds = 20'000;

// Plain variables that only the lock protects; thread sanitizers check the order, too.
struct Guarded {
  LockWord lock;
  long count = 0;
};

void count_under_lock(Guarded& guarded) {
  run_threads(kThreads, [&guarded](int) {
    for (int i = 0; i < kRounds; ++i) {
      guarded.lock.lock();
      ++guarded.count;
      guarded.lock.unlock();
    }
  });
}

TEST(LockWord, Excludes) {
  Guarded guarded;
  count_under_lock(guarded);
  EXPECT_EQ(guarded.count, long{kThreads} * kRounds);
  EXPECT_TRUE(guarded.lock.try_lock());
}

TEST(LockWord, ExcludesWhenEveryWaiterSleepsAtOnce) {
  const icv::WaitPolicy before = icv::global.wait_policy;
  icv::global.wait_policy = icv::WaitPolicy::passive;
  Guarded guarded;
  count_under_lock(guarded);
  EXPECT_EQ(guarded.count, long{kThreads} * kRounds);
  icv::global.wait_policy = before;
}

TEST(LockWord, WakesAllWhoSleepOneAfterTheOther) {
  Guarded guarded;
  for (int round = 0; round < 20; ++round) {
    guarded.lock.lock();
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i)
      threads.emplace_back([&guarded] {
        guarded.lock.lock();
        ++guarded.count;
        guarded.lock.unlock();
      });
    for (int i = 0; i < 100; ++i) std::this_thread::yield();  // most of them sleep by now; right either way
    guarded.lock.unlock();
    for (auto& thread : threads) thread.join();
  }
  EXPECT_EQ(guarded.count, 20 * kThreads);
}

TEST(LockWord, TryLockFailsOnAHeldLock) {
  LockWord lock;
  EXPECT_TRUE(lock.try_lock());
  EXPECT_FALSE(lock.try_lock());
  std::thread([&lock] { EXPECT_FALSE(lock.try_lock()); }).join();
  lock.unlock();
  EXPECT_TRUE(lock.try_lock());
}

TEST(LockWord, TryLockExcludes) {
  Guarded guarded;
  run_threads(kThreads, [&guarded](int) {
    for (int i = 0; i < kRounds / 10;) {
      if (!guarded.lock.try_lock()) {
        std::this_thread::yield();
        continue;
      }
      ++guarded.count;
      guarded.lock.unlock();
      ++i;
    }
  });
  EXPECT_EQ(guarded.count, long{kThreads} * (kRounds / 10));
}

}  // namespace
}  // namespace xomp::sync
