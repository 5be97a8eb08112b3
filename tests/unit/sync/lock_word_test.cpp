// Locks under contention, with more threads than this machine has processors.
#include "core/sync/lock_word.h"

#include <gtest/gtest.h>

#include <cstring>
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

// While it lives: what the user says (KMP_BLOCKTIME, OMP_WAIT_POLICY).
class SpinsFor {
 public:
  explicit SpinsFor(std::int64_t ns) : before_(icv::global.spin_ns.exchange(ns, relaxed)) {}
  ~SpinsFor() { icv::global.spin_ns.store(before_, relaxed); }

 private:
  std::int64_t before_;
};

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
  const SpinsFor none(0);
  Guarded guarded;
  count_under_lock(guarded);
  EXPECT_EQ(guarded.count, long{kThreads} * kRounds);
}

TEST(LockWord, ExcludesWhenNoWaiterSleeps) {
  const SpinsFor ever(icv::kSpinForever);
  Guarded guarded;
  count_under_lock(guarded);
  EXPECT_EQ(guarded.count, long{kThreads} * kRounds);
}

// A thread waits for a lock that it holds itself as somebody else. What it is asked to do meanwhile looks at the word,
// where a thread that sleeps has left its mark, and in the end unlocks it.
struct Watched {
  static constexpr int kMostAsked = 3;
  static inline int asked;
  static inline bool has_slept;

  static std::uint64_t look(const LockWord& lock, std::uint64_t) {
    std::uint32_t word;
    std::memcpy(&word, &lock, sizeof word);
    has_slept = has_slept || word >> 31 != 0;
    if (++asked == kMostAsked || has_slept) const_cast<LockWord&>(lock).unlock();
    return 1000;
  }
  Watched() {
    asked = 0;
    has_slept = false;
    while_blocked.store(look, release);
    LockWord lock;
    lock.lock(1);
    lock.lock_in_program(2);
    while_blocked.store(nullptr, release);
  }
};

TEST(LockWord, AWaiterThatNeverSleepsIsAskedWhatElseItCanDo) {
  const SpinsFor ever(icv::kSpinForever);
  const Watched wait;
  EXPECT_EQ(wait.asked, Watched::kMostAsked);
  EXPECT_FALSE(wait.has_slept);
}

TEST(LockWord, AWaiterSpinsForAsLongAsTheUserSaysAndThenSleeps) {
  const SpinsFor an_hour(std::int64_t{3'600} * 1'000'000'000);
  EXPECT_FALSE(Watched().has_slept);
  const SpinsFor a_moment(100'000);
  EXPECT_TRUE(Watched().has_slept);
}

TEST(LockWord, AWaiterSleepsAtOnceWhereTheUserSaysSo) {
  const SpinsFor none(0);
  const Watched wait;
  EXPECT_EQ(wait.asked, 1);
  EXPECT_TRUE(wait.has_slept);
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
