// Nest locks: counts, ownership by task, exclusion.
#include "core/sync/nest_lock.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace xomp::sync {
namespace {

// Stands for the n-th task.
NestOwner task(std::uintptr_t n) { return NestOwner(reinterpret_cast<const void*>(n * 64)); }

TEST(NestLock, CountsTheOwnersNesting) {
  NestLock lock;
  lock.lock(task(7));
  EXPECT_EQ(lock.try_lock(task(7)), 2);
  lock.lock(task(7));
  EXPECT_EQ(lock.try_lock(task(7)), 4);
  EXPECT_EQ(lock.try_lock(task(8)), 0);
  for (int i = 0; i < 3; ++i) lock.unlock();
  EXPECT_EQ(lock.try_lock(task(8)), 0);
  lock.unlock();
  EXPECT_EQ(lock.try_lock(task(8)), 1);
  EXPECT_EQ(lock.try_lock(task(7)), 0);
  lock.unlock();
}

TEST(NestLock, BelongsToATaskNotAThread) {
  NestLock lock;
  lock.lock(task(5));
  std::thread([&lock] { EXPECT_EQ(lock.try_lock(task(5)), 2); }).join();
  lock.unlock();
  lock.unlock();
  EXPECT_EQ(lock.try_lock(task(6)), 1);
}

TEST(NestLock, TellsTasksApartWhoseAddressesDifferInTheHighBitsOnly) {
  constexpr std::uintptr_t kFar = std::uintptr_t{1} << 30;
  NestLock lock;
  lock.lock(task(3));
  EXPECT_EQ(lock.try_lock(task(3 + kFar)), 0);
  EXPECT_EQ(lock.try_lock(task(3 + 4095 * kFar)), 0);
  lock.unlock();
  EXPECT_EQ(lock.try_lock(task(3 + 4095 * kFar)), 1);
  EXPECT_EQ(lock.try_lock(task(3)), 0);
}

TEST(NestLock, ExcludesAndNests) {
  constexpr int kThreads = 8;
  constexpr int kRounds = 5'000;
  constexpr std::uintptr_t kFar = std::uintptr_t{1} << 30;
  NestLock lock;
  long count = 0;
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      const NestOwner me = task(1 + t % 2 + t / 2 * kFar);  // several share the low half
      for (int round = 0; round < kRounds; ++round) {
        lock.lock(me);
        lock.lock(me);
        ++count;
        EXPECT_EQ(lock.try_lock(me), 3);
        for (int k = 0; k < 3; ++k) lock.unlock();
      }
    });
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(count, long{kThreads} * kRounds);
}

}  // namespace
}  // namespace xomp::sync
