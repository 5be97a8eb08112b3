// Trees of tasks on threads that fall idle and wake up at any time: the end is found once, not before the last task, and
// whoever sees it sees what all tasks did.
#include "core/sched/termination.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

#include "stress/engine.h"

namespace xomp::sched {
namespace {

using testing::kScale;
using testing::Random;

// A queue for each thread, so that threads often find nothing.
struct Queue {
  std::mutex mutex;
  std::vector<int> tasks;  // how many generations each has below it
};

struct Play {
  explicit Play(int threads) : queues(static_cast<std::size_t>(threads)), done(static_cast<std::size_t>(threads)) {}
  Termination team;
  std::vector<Queue> queues;
  std::vector<long> done;        // plain: each thread its own, read by who sees the end
  std::atomic<long> created{0};  // the truth
  std::atomic<int> told{0};      // threads that were told of the end by fall_idle()
  std::atomic<long> additions{0};
};

struct Player {
  Play& play;
  std::size_t number;
  Random random;
  TaskBalance balance;
  long additions = 0;

  void create(int generations) {
    balance.count_created();
    play.created.fetch_add(1, relaxed);
    Queue& queue = play.queues[random.below(play.queues.size())];
    const std::lock_guard lock(queue.mutex);
    queue.tasks.push_back(generations);
  }
  bool take(int& generations) {
    Queue& queue = play.queues[random.below(3) == 0 ? random.below(play.queues.size()) : number];
    const std::lock_guard lock(queue.mutex);
    if (queue.tasks.empty()) return false;
    generations = queue.tasks.back();
    queue.tasks.pop_back();
    return true;
  }
  void run() {
    for (std::uint64_t roots = random.below(3); roots > 0; --roots) create(static_cast<int>(random.below(6)));
    for (int generations; !play.team.is_over();) {
      if (take(generations)) {
        additions += balance.is_idle();
        balance.wake_up(play.team);
        for (std::uint64_t children = random.below(4); generations > 0 && children > 0; --children) create(generations - 1);
        ++play.done[number];
        balance.count_ended();
      } else if (!balance.is_idle() && random.below(3) == 0) {
        ++additions;
        if (balance.fall_idle(play.team)) play.told.fetch_add(1, relaxed);
      } else {
        std::this_thread::yield();
      }
    }
    long sum = 0;
    for (const long n : play.done) sum += n;
    EXPECT_EQ(sum, play.created.load()) << "seen by thread " << number;
    play.additions.fetch_add(additions, relaxed);
  }
};

TEST(Termination, FoundOnceAndNotTooEarly) {
  const std::uint64_t seed = testing::seed_of_run();
  long additions = 0, tasks = 0;
  for (int round = 0; round < 300 / kScale; ++round) {
    const int threads = 2 + static_cast<int>(Random(seed + static_cast<std::uint64_t>(round)).below(7));
    Play play(threads);
    play.team.open(threads);
    std::vector<std::thread> all;
    for (int i = 0; i < threads; ++i)
      all.emplace_back([&play, i, s = seed + static_cast<std::uint64_t>(round * 16 + i)] {
        Player{play, static_cast<std::size_t>(i), Random(s), {}}.run();
      });
    for (std::thread& t : all) t.join();
    EXPECT_EQ(play.told.load(), 1);
    additions += play.additions.load();
    tasks += play.created.load();
  }
  std::printf("%ld tasks, %ld additions to the teams' words\n", tasks, additions);
}

}  // namespace
}  // namespace xomp::sched
