// A critical name is one lock, whichever compiler made the storage.
#include "core/sync/critical.h"

#include <gtest/gtest.h>

#include <ctime>
#include <string>
#include <thread>
#include <vector>

// What gcc and clang would emit for critical(north), critical(south) and, clang only, the region without a name.
extern "C" {
alignas(8) int gnu_north[2] asm(".gomp_critical_user_north");
alignas(8) int llvm_north[8] asm(".gomp_critical_user_north.var");
alignas(8) int gnu_south[2] asm(".gomp_critical_user_south");
alignas(8) int llvm_unnamed[8] asm(".gomp_critical_user_.var");
alignas(8) int other_symbol[8];
}
alignas(8) static int no_symbol_of_its_own[64];

namespace xomp::sync {
namespace {

LockWord* lock_of(int* storage) { return &reinterpret_cast<CriticalStorage*>(storage)->lock(); }

TEST(Critical, ANameIsOneLockForBothCompilers) {
  EXPECT_EQ(lock_of(gnu_north), lock_of(llvm_north));
  EXPECT_NE(lock_of(gnu_north), lock_of(gnu_south));
  EXPECT_EQ(lock_of(gnu_north), &lock_of_name("north"));
}

TEST(Critical, TheEmptyNameIsTheUnnamedRegion) {
  EXPECT_EQ(lock_of(llvm_unnamed), &unnamed_critical.word);
  EXPECT_EQ(&lock_of_name(""), &unnamed_critical.word);
}

TEST(Critical, StorageWithoutANameHasALockOfItsOwn) {
  LockWord* lock = lock_of(no_symbol_of_its_own + 8);
  EXPECT_EQ(lock, lock_of(no_symbol_of_its_own + 8));
  EXPECT_NE(lock, lock_of(no_symbol_of_its_own + 16));
  EXPECT_NE(lock, lock_of(other_symbol));
}

// What this thread computes, not how long it is kept from computing: others may use the processors too.
double computed_ms() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_nsec) / 1e6;
}

TEST(Critical, TheFirstUseTakesLessThanAMillisecond) {
  alignas(8) static int fresh[2];
  const double before = computed_ms();
  lock_of(fresh);
  const double took = computed_ms() - before;
  RecordProperty("microseconds", static_cast<int>(took * 1e3));
  EXPECT_LT(took, 200);  // the bound proper is for an unloaded machine without sanitizers
}

TEST(Critical, FirstUsesAtOnceAgree) {
  constexpr std::size_t kThreads = 8;
  constexpr std::size_t kNames = 200;
  alignas(8) static int storage[kNames][8];
  std::vector<LockWord*> by_name(kThreads * kNames);
  std::vector<LockWord*> by_storage(kThreads * kNames);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      for (std::size_t i = 0; i < kNames; ++i) {
        by_name[t * kNames + i] = &lock_of_name(("name" + std::to_string(i)).c_str());
        by_storage[t * kNames + i] = lock_of(storage[i]);
      }
    });
  for (auto& thread : threads) thread.join();
  for (std::size_t i = 0; i < by_name.size(); ++i) {
    EXPECT_EQ(by_name[i], by_name[i % kNames]);
    EXPECT_EQ(by_storage[i], by_storage[i % kNames]);
  }
  for (std::size_t i = 1; i < kNames; ++i) EXPECT_NE(by_name[i], by_name[i - 1]);
}

}  // namespace
}  // namespace xomp::sync
