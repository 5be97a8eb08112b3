// Readers and now and then a writer, more threads than processors: plain data that a writer changes in two places.
#include "core/sync/bravo_lock.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "stress/engine.h"

namespace xomp::sync {
namespace {

using testing::kScale;
using testing::Random;

void play(std::uint32_t threads, ReaderFence fence, std::uint64_t seed, std::uint64_t reads_per_write) {
  std::vector<BravoLock::Slot> slots(threads);
  BravoLock lock;
  const atomic<std::uint32_t> count{threads};
  lock.set_slots(slots.data(), count, fence);
  long first = 0, second = 0;  // equal whenever nobody writes
  std::vector<long> written(threads, 0);
  const int rounds = 20'000 / kScale;
  std::vector<std::thread> all;
  for (std::uint32_t slot = 0; slot < threads; ++slot)
    all.emplace_back([&, slot] {
      Random random(seed + slot);
      for (int i = 0; i < rounds; ++i) {
        if (random.below(reads_per_write) == 0) {
          lock.lock();
          ++first;
          if (random.below(4) == 0) std::this_thread::yield();
          ++second;
          lock.unlock();
          ++written[slot];
          continue;
        }
        lock.lock_shared(slot);
        const long seen = first;
        if (random.below(64) == 0) {
          lock.lock_shared(slot);
          std::this_thread::yield();
          lock.unlock_shared(slot);
        }
        ASSERT_EQ(second, seen);
        lock.unlock_shared(slot);
      }
    });
  for (std::thread& t : all) t.join();
  long sum = 0;
  for (const long n : written) sum += n;
  EXPECT_EQ(first, sum);
  EXPECT_EQ(second, sum);
}

// Nothing but one reader and one writer, each in and out as fast as it can: shows a store that is late.
void hammer(ReaderFence fence, int rounds) {
  BravoLock::Slot slots[1];
  BravoLock lock;
  const atomic<std::uint32_t> count{1};
  lock.set_slots(slots, count, fence);
  long first = 0, second = 0;
  std::atomic<bool> done{false};
  std::thread writer([&] {
    for (int i = 0; i < rounds; ++i) {
      lock.lock();
      ++first;
      for (int pause = 0; pause < i % 8; ++pause) platform::cpu_relax();
      ++second;
      lock.unlock();
      for (int pause = 0; pause < i % 16; ++pause) platform::cpu_relax();
    }
    done.store(true, relaxed);
  });
  long torn = 0;
  while (!done.load(relaxed)) {
    lock.lock_shared(0);
    const long seen = second;
    torn += first != seen;
    lock.unlock_shared(0);
  }
  writer.join();
  EXPECT_EQ(torn, 0);
}

TEST(BravoLock, OneReaderOneWriter) {
  hammer(ReaderFence::full, 100'000 / kScale);
  hammer(ReaderFence::light, 4'000 / kScale);
}

TEST(BravoLock, FullFence) {
  const std::uint64_t seed = testing::seed_of_run();
  for (std::uint32_t threads : {2u, 4u, 8u})
    for (std::uint64_t reads : {2u, 20u, 2000u}) play(threads, ReaderFence::full, seed + threads, reads);
}

TEST(BravoLock, LightFence) {
  const std::uint64_t seed = testing::seed_of_run();
  for (std::uint32_t threads : {2u, 8u}) play(threads, ReaderFence::light, seed + threads, 1000);
}

}  // namespace
}  // namespace xomp::sync
