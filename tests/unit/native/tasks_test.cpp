// What xomp.h promises to its user: results, exceptions, order, life of closures, teams.
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "xomp.h"

namespace {

long fib(int n) {
  if (n < 2) return n;
  auto a = xomp::spawn([n] { return fib(n - 1); });
  const long b = fib(n - 2);
  return a.sync() + b;
}

class Threads : public testing::TestWithParam<int> {
 protected:
  template <class F>
  auto run(F&& f) {
    return xomp::run(GetParam(), std::forward<F>(f));
  }
};
INSTANTIATE_TEST_SUITE_P(Native, Threads, testing::Values(1, 2, 8));

TEST(Native, OutsideOfATeamTasksRunWhereTheyAreSynced) {
  EXPECT_FALSE(xomp::in_parallel());
  EXPECT_EQ(xomp::threads(), 1);
  const auto self = std::this_thread::get_id();
  auto task = xomp::spawn([] { return std::this_thread::get_id(); });
  EXPECT_EQ(task.sync(), self);
  EXPECT_EQ(fib(12), 144);
}

TEST_P(Threads, Results) { EXPECT_EQ(run([] { return fib(22); }), 17711); }

TEST_P(Threads, TheTeamIsAsAskedFor) {
  run([&] {
    EXPECT_TRUE(xomp::in_parallel());
    EXPECT_EQ(xomp::threads(), GetParam());
    EXPECT_EQ(xomp::thread_number(), 0);
    EXPECT_EQ(xomp::run(3, [] { return xomp::threads(); }), GetParam());
  });
  EXPECT_FALSE(xomp::in_parallel());
}

struct Large {
  std::array<long, 32> values;
};

TEST_P(Threads, LargeClosuresAndResults) {
  run([] {
    for (int i = 0; i < 200; ++i) {
      Large in;
      std::iota(in.values.begin(), in.values.end(), i);
      auto task = xomp::spawn([in] {
        Large out = in;
        for (long& v : out.values) v += fib(5);
        return out;
      });
      fib(8);
      const Large out = task.sync();
      for (int k = 0; k < 32; ++k) ASSERT_EQ(out.values[static_cast<std::size_t>(k)], i + k + 5);
    }
  });
}

TEST_P(Threads, StringsGoInAndOut) {
  run([] {
    for (int i = 0; i < 500; ++i) {
      std::string text = "a text that is too long to be kept in the object itself " + std::to_string(i);
      auto task = xomp::spawn([text] { return text + "!"; });
      fib(10);
      ASSERT_EQ(task.sync(), text + "!");
    }
  });
}

TEST_P(Threads, ClosuresAreDestroyedOnce) {
  auto counted = std::make_shared<int>(0);
  run([&] {
    for (int i = 0; i < 300; ++i) {
      auto a = xomp::spawn([counted] { return counted.use_count() > 0; });
      auto b = xomp::spawn([counted, large = Large{}] { return large.values[0] + counted.use_count(); });
      fib(6);
    }
  });
  EXPECT_EQ(counted.use_count(), 1);
}

TEST_P(Threads, ExceptionsComeOutOfSync) {
  run([] {
    for (int i = 0; i < 200; ++i) {
      auto task = xomp::spawn([i]() -> int { throw std::runtime_error(std::to_string(i)); });
      fib(9);
      try {
        task.sync();
        FAIL() << "no exception";
      } catch (const std::runtime_error& error) {
        ASSERT_EQ(error.what(), std::to_string(i));
      }
    }
  });
}

TEST_P(Threads, AnExceptionWaitsForTheTasksOfItsBlocks) {
  std::atomic<int> ended{0};
  for (int i = 0; i < 100; ++i) {
    EXPECT_THROW(run([&] {
                   auto a = xomp::spawn([&] { fib(8), ++ended; });
                   auto b = xomp::spawn([&] { fib(8), ++ended; });
                   fib(6);
                   throw std::runtime_error("out");
                 }),
                 std::runtime_error);
    ASSERT_EQ(ended, 2 * (i + 1));
  }
}

TEST_P(Threads, Groups) {
  run([] {
    std::vector<int> done(1000);
    xomp::Group group;
    for (int& d : done) group.spawn([&d] { d = static_cast<int>(fib(5)); });
    group.sync();
    for (int d : done) ASSERT_EQ(d, 5);
    group.spawn([large = Large{}, &done] { done[0] = static_cast<int>(large.values[0]) + 7; });
    group.sync();
    EXPECT_EQ(done[0], 7);
    group.spawn([] { throw std::logic_error("in a group"); });
    group.spawn([&] { done[1] = 8; });
    EXPECT_THROW(group.sync(), std::logic_error);
    EXPECT_EQ(done[1], 8);
    group.sync();
  });
}

TEST_P(Threads, MoreTasksThanSlots) {
  run([] {
    constexpr int kMany = static_cast<int>(xomp::native::kSlots) * 2;
    std::vector<char> done(kMany);
    xomp::Group group;
    for (char& d : done) group.spawn([&d] { d = 1; });
    auto one_more = xomp::spawn([] { return 5; });
    EXPECT_EQ(one_more.sync(), 5);
    group.sync();
    EXPECT_EQ(std::accumulate(done.begin(), done.end(), 0), kMany);
    EXPECT_EQ(fib(15), 610);
  });
}

TEST_P(Threads, Invoke) {
  run([] {
    int a = 0, b = 0, c = 0;
    xomp::invoke([&] { a = 1; }, [&] { b = 2; }, [&] { c = 3; });
    EXPECT_EQ(a + b + c, 6);
  });
}

TEST_P(Threads, EachIndexOnce) {
  run([] {
    for (int n : {0, 1, 2, 3, 100, 4097}) {
      std::vector<int> seen(static_cast<std::size_t>(n));
      xomp::for_each(0, n, [&](int i) { ++seen[static_cast<std::size_t>(i)]; });
      xomp::for_each(seen.begin(), seen.end(), [](int& s) { ++s; });
      xomp::for_range(0, n, 7, [&](int begin, int end) {
        ASSERT_LE(end - begin, 7);
        for (; begin != end; ++begin) ++seen[static_cast<std::size_t>(begin)];
      });
      for (int s : seen) ASSERT_EQ(s, 3);
    }
  });
}

// The owner is in a long task and answers nobody: the other thread helps itself (NATIVE-2).
TEST(Native, ALongTaskStrandsNothing) {
  xomp::run(2, [] {
    std::atomic<int> ended{0};
    xomp::Group group;
    for (int i = 0; i < 10; ++i) group.spawn([&] { ++ended; });
    auto longest = xomp::spawn([] {});
    while (ended != 10) std::this_thread::yield();
    longest.sync();
    group.sync();
  });
}

// Both threads are needed at once: the other one must be woken for the second task, however long it has slept.
TEST(Native, ASpawnWakesASleeper) {
  xomp::run(2, [] {
    for (int i = 0; i < 3; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      std::atomic<bool> there{false};
      auto task = xomp::spawn([&] { there = true; });
      while (!there) std::this_thread::yield();
      task.sync();
    }
  });
}

TEST(Native, ThrownByTheBody) {
  EXPECT_THROW(xomp::parallel([] { throw std::runtime_error("out"); }), std::runtime_error);
  EXPECT_EQ(xomp::parallel([] { return std::string("in"); }), "in");
}

TEST(Native, ManyTeams) {
  for (int i = 0; i < 300; ++i) ASSERT_EQ(xomp::run(1 + i % 3, [] { return fib(10); }), 55);
}

TEST(Native, SeveralThreadsHaveTeams) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([] {
      for (int k = 0; k < 20; ++k) EXPECT_EQ(xomp::run(2, [] { return fib(15); }), 610);
    });
  for (std::thread& t : threads) t.join();
}

TEST(NativeDeath, AHeaderOfAnotherLayout) {
  xomp::native::Layout other = xomp::native::kLayout;
  ++other.version;
  EXPECT_DEATH(xomp_native_run(&other, 1, [](void*) {}, nullptr), "compiled with an xomp.h of layout 2");
}

}  // namespace
