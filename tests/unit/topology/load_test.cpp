// The load sensor finds crowds that this process or another one makes. That it calls a quiet machine quiet cannot be
// asserted: whoever runs the tests may not be alone.
#include "topology/load.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace xomp::topology {
namespace {

bool becomes_crowded(std::chrono::seconds limit) {
  const auto end = std::chrono::steady_clock::now() + limit;
  LoadWatch watch;
  while (!crowded()) {
    if (std::chrono::steady_clock::now() > end) return false;
    watch.look();
    yield_and_watch();
  }
  return true;
}

TEST(Load, SeesThreadsOfTheSameProcess) {
  count_processors();
  std::atomic<bool> stop{false};
  std::vector<std::thread> busy;
  for (int i = 0; i < 2 * masked_processors(); ++i) {
    busy.emplace_back([&] {
      while (!stop.load(relaxed)) platform::cpu_relax();
    });
  }
  EXPECT_TRUE(becomes_crowded(std::chrono::seconds(200)));
  stop.store(true, relaxed);
  for (std::thread& thread : busy) thread.join();
}

TEST(Load, SeesOthers) {
  count_processors();
  load_answer.crowded.store(false, relaxed);
  std::vector<pid_t> children;
  for (int i = 0; i < 2 * masked_processors(); ++i) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      alarm(400);
      for (;;) platform::cpu_relax();
    }
    children.push_back(child);
  }
  EXPECT_TRUE(becomes_crowded(std::chrono::seconds(200)));
  for (pid_t child : children) {
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
  }
}

TEST(Load, BelievesALongGapOnly) {
  count_processors();
  load_answer.crowded.store(false, relaxed);
  note_gap(kGapNs / 2);
  EXPECT_FALSE(crowded());
  note_gap(5'000'000);
  EXPECT_TRUE(crowded());
}

TEST(Load, ForgetsACrowdThatIsOver) {
  count_processors();
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(1);
  note_gap(5'000'000);
  LoadWatch watch;
  bool was_quiet = false;
  while (!was_quiet && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    watch.look();
    was_quiet = !crowded();
  }
  if (!was_quiet) GTEST_SKIP() << "the machine is busy with something else";
}

TEST(Load, CountsOwnAwakeThreadsWithoutLooking) {
  count_processors();
  EXPECT_TRUE(crowded(usable_processors() + 1));
}

}  // namespace
}  // namespace xomp::topology
