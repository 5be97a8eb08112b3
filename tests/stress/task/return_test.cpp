// How ended tasks get back to their creators: handed back in batches, or flagged and collected. Each thread creates tasks,
// runs those of others, and waits for its own; while it runs one it may block until another thread's wait is over, so an end
// that is held back too long stops the test.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "core/sleep/event_word.h"
#include "core/task/pending_queue.h"
#include "core/task/return_batch.h"
#include "stress/engine.h"

namespace xomp::task {
namespace {

using testing::kScale;
using testing::Random;

constexpr int kThreads = 8;

// Where tasks wait for whoever takes them, in no order.
struct Bag {
  std::mutex mutex;
  std::vector<Task*> tasks;
  Random random{1};
  void put(Task* t) {
    const std::lock_guard lock(mutex);
    tasks.push_back(t);
  }
  Task* take() {
    const std::lock_guard lock(mutex);
    if (tasks.empty()) return nullptr;
    std::swap(tasks.back(), tasks[random.below(tasks.size())]);
    Task* t = tasks.back();
    tasks.pop_back();
    return t;
  }
  Task* take_of(std::int32_t owner) {
    const std::lock_guard lock(mutex);
    const auto at = std::find_if(tasks.begin(), tasks.end(), [owner](const Task* t) { return t->owner == owner; });
    if (at == tasks.end()) return nullptr;
    Task* t = *at;
    tasks.erase(at);
    return t;
  }
};

// What the program's tasks contend for: a thread may wait for its own tasks while it holds it, which is why a thief must
// not keep an end back while it waits for the lock.
struct Program {
  Bag bag;
  std::mutex critical;
  long entered = 0;              // guarded by critical
  std::atomic<int> creating{0};  // threads that still create
  std::atomic<int> started{0};
  void start_together() {
    started.fetch_add(1, relaxed);
    while (started.load(relaxed) != kThreads) std::this_thread::yield();
  }
};

// --- batches ---

struct Home {
  alignas(64) atomic<Task*> returned{nullptr};
  atomic<bool> waits{false};
  sleep::EventWord event;
  ReturnBatch batch;
  DescriptorPool pool;
  int unfinished = 0;  // its own
};

struct Batches : Program {
  std::array<Home, kThreads> homes;
  std::atomic<long> hand_overs{0}, ended_elsewhere{0};
  long elsewhere[kThreads] = {};  // tasks of others that a thread ended

  bool is_waiting(std::int32_t owner) const { return homes[static_cast<std::size_t>(owner)].waits.load(relaxed); }  // [BATCH-2]
  void hand_back(Home& from) {
    from.batch.hand_back_all([this](std::int32_t owner, Task* newest, Task* oldest, std::uint32_t) {
      Home& home = homes[static_cast<std::size_t>(owner)];
      Task* head = home.returned.load(relaxed);
      do {
        oldest->next = head;
      } while (!home.returned.compare_exchange_weak(head, newest, release, relaxed));
      hand_overs.fetch_add(1, relaxed);
      home.event.signal();
    });
  }
  Task* create(int id, bool blocks) {
    Home& home = homes[static_cast<std::size_t>(id)];
    std::uint32_t size_class = 0;
    Task* t = home.pool.allocate(kHeaderBytes + sizeof(long), &size_class);
    t->flags.store(size_class, relaxed);
    t->owner = id;
    t->body = nullptr;
    t->data = blocks ? t : nullptr;
    *static_cast<long*>(data_of(t)) = 0;
    ++home.unfinished;
    return t;
  }
  void run(int id, Task* t) {
    Home& home = homes[static_cast<std::size_t>(id)];
    if (t->data != nullptr) {
      const std::lock_guard lock(critical);
      ++entered;
    }
    *static_cast<long*>(data_of(t)) += 1;  // plain: the owner looks at it when it comes back
    if (t->owner == id) return take_back(home, t);
    ++elsewhere[id];
    if (home.batch.add(t, [this](std::int32_t owner) { return is_waiting(owner); })) hand_back(home);
  }
  static void take_back(Home& home, Task* t) {
    EXPECT_EQ(*static_cast<long*>(data_of(t)), 1);
    --home.unfinished;
    home.pool.release(t, t->flags.load(relaxed) & kSizeClass);
  }
  static void take_returned(Home& home) {
    for (Task* list = home.returned.exchange(nullptr, acquire); list != nullptr;) {
      Task* t = list;
      list = t->next;
      take_back(home, t);
    }
  }
  // Runs nothing meanwhile: the thread may hold `critical`.
  void wait(Home& home) {
    take_returned(home);
    while (home.unfinished != 0) {
      const std::uint32_t announced = home.event.announce();
      home.waits.store(true, relaxed);                       // [BATCH-2]
      const bool fenced = platform::fence_heavy();           // [BATCH-2]
      for (Home& other : homes) hand_back(other);
      take_returned(home);
      if (home.unfinished != 0) home.event.sleep(announced, fenced ? 0 : 1'000'000);
      home.waits.store(false, relaxed);
      take_returned(home);
    }
  }
  void play(int id, Random random, int rounds) {
    Home& home = homes[static_cast<std::size_t>(id)];
    start_together();
    for (int round = 0; round < rounds; ++round) {
      const bool blocks = id % 2 != 0;  // its tasks enter `critical`; the other half waits while it holds it
      for (std::uint64_t n = random.below(40); n > 0; --n) bag.put(create(id, blocks));
      for (std::uint64_t n = random.below(40); n > 0; --n) {
        if (Task* t = bag.take()) run(id, t);
        if (random.below(32) == 0) std::this_thread::yield();
      }
      if (!blocks && random.below(4) == 0) {
        const std::lock_guard lock(critical);
        ++entered;
        while (Task* t = bag.take_of(id)) run(id, t);
        wait(home);  // those that others took
      }
    }
    creating.fetch_sub(1, relaxed);
    while (creating.load(relaxed) != 0 || home.unfinished != 0) {
      if (Task* t = bag.take()) {
        run(id, t);
        continue;
      }
      hand_back(home);  // idle
      take_returned(home);
      std::this_thread::yield();
    }
    while (Task* t = bag.take()) run(id, t);
    hand_back(home);
    ended_elsewhere.fetch_add(elsewhere[id], relaxed);
  }
};

TEST(Returns, BatchesWhileOwnersWaitAndThievesBlock) {
  const std::uint64_t seed = testing::seed_of_run();
  const auto play = std::make_unique<Batches>();
  play->creating.store(kThreads);
  std::vector<std::thread> threads;
  for (int id = 0; id < kThreads; ++id)
    threads.emplace_back([&, id] { play->play(id, Random(seed + static_cast<std::uint64_t>(id)), 1500 / kScale); });
  for (std::thread& t : threads) t.join();
  for (Home& home : play->homes) {
    Batches::take_returned(home);
    EXPECT_EQ(home.unfinished, 0);
  }
  std::printf("%ld ends elsewhere, %ld writes of owners' lists\n", play->ended_elsewhere.load(), play->hand_overs.load());
}

// --- flags ---

struct Flags : Program {
  void run(Task* t) {
    *static_cast<long*>(data_of(t)) += 1;
    PendingQueue::finish(t);
  }
  void play(Random random, int rounds) {
    DescriptorPool pool;
    PendingQueue queue(pool);
    const PendingQueue::Region implicit(queue);
    start_together();
    for (int round = 0; round < rounds; ++round) {
      if (random.below(3) == 0) {
        const PendingQueue::Region nested(queue);
        create_some(queue, random);
      } else {
        create_some(queue, random);
      }
      for (std::uint64_t n = random.below(40); n > 0; --n) {
        if (Task* t = bag.take()) run(t);
        if (random.below(32) == 0) std::this_thread::yield();
      }
      if (random.below(8) != 0) continue;
      while (!queue.all_executed()) run_one();
    }
    creating.fetch_sub(1, relaxed);
    while (creating.load(relaxed) != 0 || !queue.is_empty()) run_one();
  }
  void run_one() {
    if (Task* t = bag.take()) {
      run(t);
    } else {
      std::this_thread::yield();
    }
  }
  void create_some(PendingQueue& queue, Random& random) {
    for (std::uint64_t n = random.below(40); n > 0; --n) {
      Task* t = queue.create(kHeaderBytes + sizeof(long) + random.below(1000), 0);
      *static_cast<long*>(data_of(t)) = 0;  // plain: anew only after whoever ran the former task
      bag.put(t);
    }
  }
};

TEST(Returns, FlagsAndCollecting) {
  const std::uint64_t seed = testing::seed_of_run();
  const auto play = std::make_unique<Flags>();
  play->creating.store(kThreads);
  std::vector<std::thread> threads;
  for (int id = 0; id < kThreads; ++id)
    threads.emplace_back([&, id] { play->play(Random(seed + static_cast<std::uint64_t>(id)), 1500 / kScale); });
  for (std::thread& t : threads) t.join();
}

}  // namespace
}  // namespace xomp::task
