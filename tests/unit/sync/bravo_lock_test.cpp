// The reader-biased lock step by step: with one thread, and with one that waits for another.
#include "core/sync/bravo_lock.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace xomp::sync {
namespace {

class BravoLockTest : public ::testing::TestWithParam<ReaderFence> {
 protected:
  BravoLockTest() { lock.set_slots(slots, count, GetParam()); }
  BravoLock::Slot slots[4];
  atomic<std::uint32_t> count{4};
  BravoLock lock;
};

TEST_P(BravoLockTest, ReadersComeTogetherAndAgain) {
  lock.lock_shared(0);
  lock.lock_shared(1);
  lock.lock_shared(0);
  EXPECT_EQ(slots[0].reading.load(), 2u);
  lock.unlock_shared(0);
  lock.unlock_shared(1);
  lock.unlock_shared(0);
  lock.lock();
  lock.unlock();
}

TEST_P(BravoLockTest, AWriterWaitsForReadersAndReadersForIt) {
  lock.lock_shared(0);
  std::atomic<bool> written{false}, asked{false};
  int value = 0;
  std::thread writer([&] {
    asked.store(true);
    lock.lock();
    value = 1;
    written.store(true);
    lock.unlock();
  });
  while (!asked.load()) std::this_thread::yield();
  for (int i = 0; i < 1000; ++i) std::this_thread::yield();
  EXPECT_FALSE(written.load());
  lock.lock_shared(0);  // must not wait for the writer that waits for this thread
  lock.unlock_shared(0);
  lock.unlock_shared(0);
  lock.lock_shared(1);  // before the writer, or after it
  EXPECT_EQ(value, written.load() ? 1 : 0);
  lock.unlock_shared(1);
  writer.join();
  lock.lock_shared(1);
  EXPECT_EQ(value, 1);
  lock.unlock_shared(1);
}

INSTANTIATE_TEST_SUITE_P(Fences, BravoLockTest, ::testing::Values(ReaderFence::full, ReaderFence::light));

}  // namespace
}  // namespace xomp::sync
