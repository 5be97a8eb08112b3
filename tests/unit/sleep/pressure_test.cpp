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

}  // namespace
}  // namespace xomp::sleep
