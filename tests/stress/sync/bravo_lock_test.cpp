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
  lock.set_slots(slots.data(), threads, fence);
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
