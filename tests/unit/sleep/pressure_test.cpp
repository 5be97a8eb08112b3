// The load sensor finds threads that want the processors, of this process or of another one.
#include "core/sleep/pressure.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "core/sleep/active_roots.h"
#include "core/sleep/backoff.h"
#include "platform/clock.h"
#include "platform/thread.h"
#include "topology/cgroup_quota.h"
#include "topology/processors.h"
#include "unit/topology/fake_system.h"

namespace xomp::sleep {
namespace {

// A wait that yields, as Backoff does, and tells the sensor for how long it was away.
bool sensor_speaks(std::chrono::seconds limit) {
  const auto end = std::chrono::steady_clock::now() + limit;
  LoadWatch watch;
  while (!others_want_processors()) {
    if (std::chrono::steady_clock::now() > end) return false;
    watch.look();
    const std::uint64_t before = platform::now_ns();
    sched_yield();
    note_gap(platform::now_ns() - before);
  }
  return true;
}

TEST(LoadSensor, SeesThreadsOfTheSameProcess) {
  topology::count_processors();
  std::atomic<bool> stop{false};
  std::vector<std::thread> busy;
  for (int i = 0; i < 2 * topology::masked_processors(); ++i) {
    busy.emplace_back([&] {
      while (!stop.load(relaxed)) platform::cpu_relax();
    });
  }
  EXPECT_TRUE(sensor_speaks(std::chrono::seconds(200)));
  stop.store(true, relaxed);
  for (std::thread& thread : busy) thread.join();
}

TEST(LoadSensor, SeesOtherProcesses) {
  topology::count_processors();
  other_threads.want_processors.store(false, relaxed);
  std::vector<pid_t> children;
  for (int i = 0; i < 2 * topology::masked_processors(); ++i) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      alarm(400);
      for (;;) platform::cpu_relax();
    }
    children.push_back(child);
  }
  EXPECT_TRUE(sensor_speaks(std::chrono::seconds(200)));
  for (pid_t child : children) {
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
  }
}

TEST(LoadSensor, BelievesALongGapOnly) {
  topology::count_processors();
  other_threads.want_processors.store(false, relaxed);
  note_gap(kGap_ns / 2);
  EXPECT_FALSE(others_want_processors());
  note_gap(5'000'000);
  EXPECT_TRUE(others_want_processors());
}

// Threads of the whole system that run or want to. 0: the system does not tell.
int running_threads() {
  std::ifstream file("/proc/loadavg");
  std::string word;
  for (int i = 0; i < 4; ++i) file >> word;  // "0.20 0.18 0.12 3/80 11206"
  return std::atoi(word.c_str());
}

// Other programs may want the processors meanwhile. But once nobody has for a second, the sensor must have forgotten.
TEST(LoadSensor, ForgetsEvidenceThatIsOld) {
  topology::count_processors();
  note_gap(5'000'000);
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::seconds(5);
  const long online = sysconf(_SC_NPROCESSORS_ONLN);
  auto wanted = Clock::now(), before = wanted;
  LoadWatch watch;
  for (;;) {
    watch.look();
    if (!others_want_processors()) return;
    const auto now = Clock::now();
    const bool was_away = now - before > std::chrono::milliseconds(5);
    if (was_away || running_threads() > online) wanted = now;
    ASSERT_LT(now - wanted, std::chrono::seconds(1)) << "nobody has wanted the processors for a second";
    if (now > end) GTEST_SKIP() << "more threads want to run than there are processors";
    before = now;
  }
}

TEST(Oversubscribed, AsSoonAsWorkersAndTheirPrimaryAreMoreThanProcessors) {
  own_threads.processors.store(2, relaxed);
  EXPECT_FALSE(oversubscribed());
  {
    const Present first;
    EXPECT_FALSE(oversubscribed());
    const Present second;
    EXPECT_TRUE(oversubscribed());
  }
  EXPECT_FALSE(oversubscribed());
}

TEST(Oversubscribed, CountsEachRootThatStartsRegions) {
  own_threads.processors.store(2, relaxed);
  const Present worker;
  EXPECT_FALSE(oversubscribed());
  own_threads.active_roots.store(2, relaxed);
  EXPECT_TRUE(oversubscribed());
  own_threads.active_roots.store(1, relaxed);
}

constexpr std::uint64_t kSecond_ns = 1'000'000'000;
constexpr int kNoThread = 0;  // the system tells nothing of it, so it counts as one that runs all the time

TEST(ActiveRoots, AreThoseThatStartRegions) {
  atomic<std::uint64_t> one{1}, two{1};
  watch_root(one, kNoThread);
  watch_root(two, kNoThread);
  EXPECT_EQ(count_active_roots(kSecond_ns), 2);
  EXPECT_EQ(count_active_roots(2 * kSecond_ns), 0);
  two.store(2, relaxed);
  EXPECT_EQ(count_active_roots(3 * kSecond_ns), 1);
  forget_root(two);
  EXPECT_EQ(count_active_roots(3 * kSecond_ns), 0);
  one.store(2, relaxed);
  forget_all_roots();
  EXPECT_EQ(count_active_roots(3 * kSecond_ns), 0);
}

TEST(ActiveRoots, TakeThePlacesOfThoseThatHaveGone) {
  std::vector<atomic<std::uint64_t>> roots(2 * kMostWatchedRoots);
  for (atomic<std::uint64_t>& root : roots) {
    root.store(7, relaxed);
    watch_root(root, kNoThread);
  }
  EXPECT_EQ(count_active_roots(5 * kSecond_ns), kMostWatchedRoots);
  for (int i = 0; i < kMostWatchedRoots; ++i) forget_root(roots[static_cast<std::size_t>(i)]);
  EXPECT_EQ(count_active_roots(5 * kSecond_ns), 0);
  roots.back().store(8, relaxed);
  watch_root(roots.back(), kNoThread);
  EXPECT_EQ(count_active_roots(6 * kSecond_ns), 1);
  forget_all_roots();
}

// A thread that sleeps until it is over.
class Sleeper {
 public:
  Sleeper() {
    while (id_ == 0) std::this_thread::yield();
  }
  ~Sleeper() {
    is_over_ = true;
    is_over_.notify_all();
    thread_.join();
  }
  int id() const { return id_; }

 private:
  std::atomic<int> id_{0};
  std::atomic<bool> is_over_{false};
  std::thread thread_{[this] {
    id_ = platform::kernel_thread_id();
    while (!is_over_) is_over_.wait(false);
  }};
};

// Two roots start regions. One of them runs, the other one sleeps most of the time.
TEST(ActiveRoots, CountAsFarAsTheyWantAProcessor) {
  atomic<std::uint64_t> one{0}, two{0};
  const Sleeper sleeper;
  watch_root(one, platform::kernel_thread_id());
  watch_root(two, sleeper.id());
  const auto count_at = [&](std::uint64_t now_ns) {
    one.fetch_add(1, relaxed);
    two.fetch_add(1, relaxed);
    return count_active_roots(now_ns);
  };
  const std::uint64_t begin = platform::now_ns();
  EXPECT_EQ(count_at(begin), 2) << "nothing is known of them yet";
  while (platform::now_ns() < begin + 30'000'000) {
  }
  EXPECT_EQ(count_at(platform::now_ns()), 1);
  EXPECT_EQ(count_at(platform::now_ns()), 1) << "soon afterwards what was found holds";
  EXPECT_EQ(count_at(platform::now_ns() + kSecond_ns), 2) << "what is old does not";
  forget_all_roots();
}

// The count of running threads must exceed those of the runtime, whatever runs beside the test.
TEST(LoadSensor, DoesNotTakeOwnThreadsForOthers) {
  topology::count_processors();
  own_threads.awake.store(1'000'000, relaxed);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(2);
  std::atomic<bool> stop{false};
  std::vector<std::thread> busy;
  for (int i = 0; i < 2 * topology::masked_processors(); ++i) {
    busy.emplace_back([&] {
      while (!stop.load(relaxed)) platform::cpu_relax();
    });
  }
  LoadWatch watch;
  bool is_quiet = false;  // once what earlier tests have found is forgotten
  while (std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    watch.look();
    is_quiet = !others_want_processors();
  }
  EXPECT_TRUE(is_quiet);
  stop.store(true, relaxed);
  for (std::thread& thread : busy) thread.join();
  own_threads.awake.store(0, relaxed);
}

// The control group of a system that stands in a folder, with a quota that is changed.
class Quota : public testing::Test {
 protected:
  static constexpr const char* kNone = "max 100000\n";

  void SetUp() override {
    topology::count_processors();
    if (topology::masked_processors() < 2) GTEST_SKIP() << "one processor: a quota changes nothing";
    system_.write("/proc/self/cgroup", "0::/\n");
    system_.write("/proc/self/mountinfo", "30 22 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
    set(kNone);
    topology::find_cgroups(system_.root());
    set_processors(topology::masked_processors());
  }
  void TearDown() override { topology::find_cgroups(""); }
  void set(const char* quota) { system_.write("/sys/fs/cgroup/cpu.max", quota); }
  // `look` is what a thread of the runtime does now and then.
  template <class Look>
  static bool comes_to(int processors, Look look) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(200);
    while (own_threads.processors.load(relaxed) != processors && std::chrono::steady_clock::now() < end) look();
    return own_threads.processors.load(relaxed) == processors;
  }

 private:
  topology::FakeSystem system_;
};

TEST_F(Quota, IsFollowedByWaits) {
  LoadWatch watch;
  set("50000 100000\n");
  EXPECT_TRUE(comes_to(1, [&] { watch.look(); }));
  EXPECT_EQ(topology::usable_processors_now(), 1);
  set(kNone);
  EXPECT_TRUE(comes_to(topology::masked_processors(), [&] { watch.look(); }));
}

TEST_F(Quota, IsFollowedByRegionsThatMayBeSmaller) {
  set("50000 100000\n");
  EXPECT_TRUE(comes_to(1, processors_left));
  set(kNone);
  EXPECT_TRUE(comes_to(topology::masked_processors(), processors_left));
}

TEST(ProcessorsLeft, AreOneAtLeastAndNoMoreThanThereAre) {
  topology::count_processors();
  own_threads.processors.store(2, relaxed);
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(100);
  while (std::chrono::steady_clock::now() < end) {
    const int left = processors_left();
    EXPECT_GE(left, 1);
    EXPECT_LE(left, 2);
  }
}

TEST(ProcessorsLeft, AreOneWhileAllAreWanted) {
  topology::count_processors();
  own_threads.processors.store(2, relaxed);
  std::atomic<bool> stop{false};
  std::vector<std::thread> busy;
  for (int i = 0; i < 2 * topology::masked_processors(); ++i) {
    busy.emplace_back([&] {
      while (!stop.load(relaxed)) platform::cpu_relax();
    });
  }
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(200);
  while (processors_left() != 1 && std::chrono::steady_clock::now() < end) sched_yield();
  EXPECT_EQ(processors_left(), 1);
  stop.store(true, relaxed);
  for (std::thread& thread : busy) thread.join();
}

// Two threads that wait for each other on the only processor of their masks, in a process that counts two.
TEST(SharedProcessor, ItsThreadsGiveWay) {
  topology::count_processors();
  own_threads.processors.store(64, relaxed);
  topology::ProcessorSet one;
  one.add(topology::initial_mask().next(0));
  std::atomic<int> turn{0};
  std::atomic<bool> gives_way{false};
  const auto play = [&](int me) {
    ASSERT_TRUE(topology::bind_self(one));
    WaitHistory history;
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(200);
    while (!gives_way.load(relaxed) && std::chrono::steady_clock::now() < end) {
      other_threads.want_processors.store(false, relaxed);  // a busy machine is not what this is about
      Backoff backoff(history);
      while (turn.load() % 2 != me && !gives_way.load(relaxed)) backoff.step();
      backoff.finish();
      if (history.shared_waits != 0) gives_way.store(true, relaxed);
      ++turn;
    }
  };
  std::thread first(play, 0), second(play, 1);
  first.join();
  second.join();
  EXPECT_TRUE(gives_way.load());
}

// A wait that gives way yields at once, and does so for a limited number of waits.
TEST(SharedProcessor, GivingWayEnds) {
  own_threads.processors.store(64, relaxed);
  WaitHistory history;
  history.shared_waits = 3;
  int first_yields = 0;
  for (int wait = 0; wait < 5; ++wait) {
    other_threads.want_processors.store(false, relaxed);  // a yield may have found others
    Backoff backoff(history);
    for (int polls = 0; polls < 64; ++polls) EXPECT_EQ(backoff.step(), Step::polled);
    first_yields += backoff.step() == Step::yielded;
  }
  EXPECT_EQ(first_yields, 3);
}

}  // namespace
}  // namespace xomp::sleep
