// The load sensor finds threads that want the processors, of this process or of another one.
#include "core/sleep/pressure.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "platform/clock.h"
#include "topology/processors.h"

namespace xomp::sleep {
namespace {

// A wait that yields, as Patience does, and tells the sensor for how long it was away.
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

// In a process of its own that may use one of several processors: the sensor then counts no running threads of others, and only
// the gap speaks, so a busy machine makes no difference.
TEST(LoadSensorDeathTest, ForgetsEvidenceThatIsOld) {
  if (sysconf(_SC_NPROCESSORS_ONLN) < 2) GTEST_SKIP() << "there is one processor";
  const auto forgets = [] {
    cpu_set_t mask;
    sched_getaffinity(0, sizeof mask, &mask);
    int first = 0;
    while (!CPU_ISSET(first, &mask)) ++first;
    CPU_ZERO(&mask);
    CPU_SET(first, &mask);
    sched_setaffinity(0, sizeof mask, &mask);
    topology::count_processors();
    note_gap(5'000'000);
    if (!others_want_processors()) _exit(2);
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(100);
    LoadWatch watch;
    while (others_want_processors() && std::chrono::steady_clock::now() < end) watch.look();
    _exit(others_want_processors() ? 1 : 0);
  };
  EXPECT_EXIT(forgets(), ::testing::ExitedWithCode(0), "");
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

}  // namespace
}  // namespace xomp::sleep
