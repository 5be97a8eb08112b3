// User's code that throws inside xomp.h: copies, moves and calls. A task is there whole or not at all, and each closure
// and result that was made is destroyed once.
#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

#include "xomp.h"

namespace {

// Throws with the n-th copy or move from now on, and counts the objects that live.
struct Fuse {
  static inline std::atomic<int> left{0};
  static inline std::atomic<int> alive{0};

  Fuse() { ++alive; }
  Fuse(const Fuse&) {
    burn();
    ++alive;
  }
  ~Fuse() { --alive; }

  static void burn() {
    int seen = left;
    while (seen != 0 && !left.compare_exchange_weak(seen, seen - 1)) {
    }
    if (seen == 1) throw std::runtime_error("copy");
  }
  static void set(int n) { left = n; }
};

template <int kBytes>
struct Task {
  Fuse fuse;
  std::atomic<int>* ran;
  char rest[kBytes] = {};
  explicit Task(std::atomic<int>& counter) : ran(&counter) {}
  void operator()() const { ++*ran; }
};
using Small = Task<8>;
using Large = Task<100>;
static_assert(xomp::native::fits<Small> && !xomp::native::fits<Large>);

class NativeExceptions : public testing::TestWithParam<int> {
 protected:
  void TearDown() override { EXPECT_EQ(Fuse::alive, 0); }

  // Once in a team, and once outside of every team, where no task has a slot.
  template <class F>
  void everywhere(F&& f) {
    xomp::run(GetParam(), f);
    f();
  }
};
INSTANTIATE_TEST_SUITE_P(Native, NativeExceptions, testing::Values(1, 2, 8));

template <class Closure>
void spawn_in_group(int fuse) {
  std::atomic<int> outer_ran{0}, ran{0};
  {
    auto outer = xomp::spawn([&] { ++outer_ran; });
    {
      xomp::Group group;
      const Closure closure(ran);
      Fuse::set(fuse);
      bool thrown = false;
      try {
        group.spawn(closure);
        group.sync();
      } catch (const std::runtime_error&) {
        thrown = true;
      }
      const bool burnt = Fuse::left == 0;
      Fuse::set(0);
      group.sync();
      ASSERT_EQ(thrown, burnt) << fuse;
      ASSERT_EQ(ran, burnt ? 0 : 1) << fuse;
      group.spawn(closure);
      group.sync();
      ASSERT_EQ(ran, burnt ? 1 : 2) << fuse;
    }
    outer.sync();
  }
  ASSERT_EQ(outer_ran, 1) << fuse;
}

TEST_P(NativeExceptions, AGroupsClosureThatIsNotMadeIsNoTask) {
  for (int round = 0; round < 20; ++round)
    for (int fuse = 1; fuse < 6; ++fuse) {
      everywhere([&] { spawn_in_group<Small>(fuse); });
      everywhere([&] { spawn_in_group<Large>(fuse); });
    }
}

template <class Closure>
void spawn_handle(int fuse) {
  std::atomic<int> ran{0};
  const Closure closure(ran);
  xomp::Group group;
  Fuse::set(fuse);
  bool thrown = false;
  try {
    auto task = xomp::spawn(closure);
    task.sync();
  } catch (const std::runtime_error&) {
    thrown = true;
  }
  const bool burnt = Fuse::left == 0;
  Fuse::set(0);
  ASSERT_EQ(thrown, burnt) << fuse;
  ASSERT_EQ(ran, burnt ? 0 : 1) << fuse;
  int after = 0;
  group.spawn([&] { after = 1; });
  group.sync();
  ASSERT_EQ(after, 1);
}

TEST_P(NativeExceptions, AHandlesClosureThatIsNotMadeIsNoTask) {
  for (int round = 0; round < 20; ++round)
    for (int fuse = 1; fuse < 6; ++fuse) {
      everywhere([&] { spawn_handle<Small>(fuse); });
      everywhere([&] { spawn_handle<Large>(fuse); });
    }
}

template <int kBytes>
struct Result {
  Fuse fuse;
  char rest[kBytes] = {};
};

template <class R>
void return_result(int fuse) {
  Fuse::set(0);
  bool thrown = false;
  try {
    auto task = xomp::spawn([fuse] {
      R made;
      Fuse::set(fuse);
      return R(made);
    });
    const R got = task.sync();
    static_cast<void>(got);
  } catch (const std::runtime_error&) {
    thrown = true;
  }
  const bool burnt = Fuse::left == 0;
  Fuse::set(0);
  ASSERT_EQ(thrown, burnt) << fuse;
}

TEST_P(NativeExceptions, AResultThatCannotBeMovedIsAnException) {
  for (int round = 0; round < 20; ++round)
    for (int fuse = 1; fuse < 5; ++fuse) {
      everywhere([&] { return_result<Result<8>>(fuse); });
      everywhere([&] { return_result<Result<100>>(fuse); });
    }
}

// The other thread takes the tasks, so copies and moves throw there, too.
TEST_P(NativeExceptions, StolenTasks) {
  if (GetParam() == 1) return;
  for (int fuse = 1; fuse < 40; ++fuse) {
    std::atomic<int> ran{0};
    xomp::run(GetParam(), [&] {
      xomp::Group group;
      const Small closure(ran);
      int refused = 0, failed = 0;
      Fuse::set(fuse);
      for (int i = 0; i < 20; ++i) try {
          group.spawn(closure);
        } catch (const std::runtime_error&) {
          ++refused;
        }
      try {
        group.sync();
      } catch (const std::runtime_error&) {
        ++failed;
      }
      const bool burnt = Fuse::left == 0;
      Fuse::set(0);
      ASSERT_EQ(refused + failed, burnt ? 1 : 0) << fuse;
      ASSERT_EQ(ran, 20 - refused - failed) << fuse;
    });
  }
}

TEST_P(NativeExceptions, CallsOfInvokeAndLoops) {
  for (int at = 0; at < 30; ++at) {
    std::atomic<int> ran{0};
    everywhere([&] {
      auto outer = xomp::spawn([&] { ++ran; });
      EXPECT_THROW(xomp::for_range(0, 30, 1,
                                   [at](int begin, int) {
                                     if (begin == at) throw std::runtime_error("body");
                                   }),
                   std::runtime_error);
      EXPECT_THROW(xomp::invoke([&] { ++ran; },
                                [at] {
                                  if (at % 2 == 0) throw std::runtime_error("second");
                                },
                                [at] {
                                  if (at % 2 != 0) throw std::runtime_error("last");
                                }),
                   std::runtime_error);
      outer.sync();
    });
    ASSERT_EQ(ran, 4);
  }
}

}  // namespace
