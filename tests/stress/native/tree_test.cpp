// Random trees of native tasks with random work in them, at 2, 8 and 64 threads; what is guarded is plain data, so a
// thread sanitizer sees every order that is missing.
#include <algorithm>
#include <vector>

#include "stress/engine.h"
#include "xomp.h"

namespace xomp::testing {

namespace {

class Trees : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Stress, Trees, ::testing::Values(2, 8, 64));

// Number of nodes; children by handles, groups and loops.
long grow(Random random, int depth) {
  if (depth == 0) {
    work(random.next() % 64);
    return 1;
  }
  if (random.next() % 1024 == 0) work(200'000);  // a long one: others raid
  switch (random.next() % 4) {
    case 0: {
      auto a = xomp::spawn([r = Random(random.next()), depth] { return grow(r, depth - 1); });
      const long b = grow(Random(random.next()), depth - 1);
      return a.sync() + b + 1;
    }
    case 1: {
      long counts[5] = {};
      xomp::Group group;
      for (long& count : counts) group.spawn([r = Random(random.next()), depth, &count] { count = grow(r, depth - 2 < 0 ? 0 : depth - 2); });
      group.sync();
      long sum = 1;
      for (long count : counts) sum += count;
      return sum;
    }
    case 2: {
      std::vector<long> counts(6);
      const std::uint64_t seed = random.next();
      xomp::for_each(0, 6, [&](int i) { counts[static_cast<std::size_t>(i)] = grow(Random(seed + static_cast<unsigned>(i)), depth - 2 < 0 ? 0 : depth - 2); });
      long sum = 1;
      for (long count : counts) sum += count;
      return sum;
    }
    default: {
      auto a = xomp::spawn([r = Random(random.next()), depth] { return grow(r, depth - 1); });
      auto b = xomp::spawn([r = Random(random.next()), depth] { return grow(r, depth - 2 < 0 ? 0 : depth - 2); });
      const long second = b.sync();
      return a.sync() + second + 1;
    }
  }
}

TEST_P(Trees, NothingIsLostOrRunTwice) {
  const std::uint64_t seed = seed_of_run();
  for (int round = 0; round < 40 / kScale; ++round) {
    const Random random(seed + static_cast<unsigned>(round));
    const long alone = xomp::run(1, [&] { return grow(random, 12); });
    ASSERT_EQ(xomp::run(GetParam(), [&] { return grow(random, 12); }), alone) << "round " << round;
  }
}

// Flat groups of tiny tasks: owner and thieves meet at the last ones.
TEST_P(Trees, LastTasks) {
  xomp::run(GetParam(), [] {
    Random random(seed_of_run());
    for (int round = 0; round < 20000 / kScale; ++round) {
      long values[4] = {};
      const int n = 1 + static_cast<int>(random.next() % 4);
      xomp::Group group;
      for (int i = 0; i < n; ++i) group.spawn([&values, i] { values[i] = i + 1; });
      if (round % 3 == 0) work(random.next() % 300);
      group.sync();
      for (int i = 0; i < n; ++i) ASSERT_EQ(values[i], i + 1);
    }
  });
}

// Pauses between: threads fall asleep and are woken.
TEST_P(Trees, Pauses) {
  xomp::run(GetParam(), [] {
    for (int round = 0; round < 60 / kScale; ++round) {
      std::this_thread::sleep_for(std::chrono::microseconds(round % 3 * 400));
      std::vector<long> values(50);
      xomp::for_each(values.begin(), values.end(), [](long& v) { work(500), v = 1; });
      ASSERT_EQ(std::count(values.begin(), values.end(), 1), 50);
    }
  });
}

// Teams of several roots that come and go.
TEST(Stress, RootsWithTeams) {
  std::vector<std::thread> roots;
  for (int i = 0; i < 4; ++i)
    roots.emplace_back([i] {
      for (int k = 0; k < 60 / kScale; ++k) {
        const Random random(static_cast<unsigned>(100 * i + k));
        const long alone = grow(random, 8);
        ASSERT_EQ(xomp::run(1 + k % 5, [&] { return grow(random, 8); }), alone);
      }
    });
  for (std::thread& root : roots) root.join();
}

}  // namespace

}  // namespace xomp::testing
