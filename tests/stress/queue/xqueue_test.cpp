// XQueue among threads: all put to all and take from their own queues, small rings that run full, each item once; first
// puts beside a consumer that looks or sleeps.
#include "core/queue/xqueue.h"

#include <gtest/gtest.h>

#include <array>
#include <thread>
#include <vector>

#include "platform/fence.h"
#include "platform/futex.h"
#include "stress/engine.h"
#include "stress/ring_memory.h"

namespace xomp::queue {
namespace {

using testing::allocate;
using testing::kScale;
using testing::Random;
using testing::release_piece;

struct Item {
  int hops = 0;  // plain: who has the item writes it
};
using Queue = XQueue<Item>;

// Each item goes from thread to thread until it has made its hops; a full queue keeps it where it is.
void play(int threads, std::uint32_t capacity, int items, int hops, std::uint64_t seed) {
  SCOPED_TRACE(::testing::Message() << threads << " threads, capacity " << capacity);
  const auto n = static_cast<std::uint32_t>(threads);
  std::vector<Queue> queues(n);
  for (std::uint32_t i = 0; i < n; ++i) ASSERT_TRUE(queues[i].set_up(i, n, capacity, allocate));
  std::vector<Item> all(static_cast<std::size_t>(items * threads));
  atomic<int> arrived{0};
  std::vector<std::thread> team;
  for (std::uint32_t me = 0; me < n; ++me)
    team.emplace_back([&, me] {
      Random random(seed + me);
      auto pass_on = [&](Item* item) {
        while (++item->hops < hops)
          if (queues[random.below(n)].put(me, item, allocate)) return;  // else one hop at home
        arrived.fetch_add(1, relaxed);                                  // counted at the join
      };
      for (int i = 0; i < items; ++i) {
        pass_on(&all[me * static_cast<std::size_t>(items) + static_cast<std::size_t>(i)]);
        if (random.below(3) == 0)
          if (Item* item = queues[me].take()) pass_on(item);
      }
      while (arrived.load(relaxed) < items * threads) {  // no data depends on it
        if (Item* item = queues[me].take()) {
          pass_on(item);
        } else {
          std::this_thread::yield();
        }
      }
    });
  for (std::thread& t : team) t.join();
  EXPECT_EQ(arrived.load(relaxed), items * threads);
  for (const Item& item : all) ASSERT_EQ(item.hops, hops);
  for (Queue& queue : queues) {
    EXPECT_TRUE(queue.looks_empty());
    EXPECT_EQ(queue.take(), nullptr);
    queue.tear_down(release_piece);
  }
}

TEST(XQueue, EachItemOnceAmongAll) {
  const std::uint64_t seed = testing::seed_of_run();
  for (int threads : {2, 3, 5, 8})
    for (std::uint32_t capacity : {1u, 2u, 16u}) play(threads, capacity, 20'000 / kScale / threads, 12, seed + capacity);
}

// XQUEUE-2 with queues that are new each time: the first put of each producer, and a consumer that sleeps for good
// unless a producer sees it.
TEST(XQueue, ASleeperIsToldOfFirstPuts) {
  constexpr std::uint32_t kProducers = 3;
  const int rounds = 2'000 / kScale;
  Random random(testing::seed_of_run());
  std::vector<Queue> queues(static_cast<std::size_t>(rounds));
  for (Queue& queue : queues) ASSERT_TRUE(queue.set_up(0, 1 + kProducers, 2, allocate));
  std::array<Item, 1 + kProducers> items;
  atomic<std::uint32_t> asleep{0};
  atomic<int> round{-1};  // that the producers work on
  std::vector<std::thread> producers;
  for (std::uint32_t p = 1; p <= kProducers; ++p)
    producers.emplace_back([&, p] {
      Random mine(p);
      for (int r = 0; r < rounds; ++r) {
        while (round.load(acquire) < r) std::this_thread::yield();
        testing::work(mine.below(200));
        EXPECT_TRUE(queues[static_cast<std::size_t>(r)].put(p, &items[p], allocate));
        platform::fence_seq_cst();  // [XQUEUE-2] the slot and the bit before `asleep`
        if (asleep.load(relaxed) == 1) {
          asleep.store(0, relaxed);
          platform::futex_wake(asleep, 1);
        }
      }
    });
  for (int r = 0; r < rounds; ++r) {
    Queue& queue = queues[static_cast<std::size_t>(r)];
    round.store(r, release);
    for (std::uint32_t taken = 0; taken < kProducers;) {
      if (queue.take() != nullptr) {
        ++taken;
        continue;
      }
      asleep.store(1, relaxed);   // [XQUEUE-2]
      platform::fence_seq_cst();  // `asleep` before looks_empty's loads
      if (queue.looks_empty()) platform::futex_wait(asleep, 1, 0);
      asleep.store(0, relaxed);  // a producer may write the same
    }
  }
  for (std::thread& t : producers) t.join();
  for (Queue& queue : queues) queue.tear_down(release_piece);
}

}  // namespace
}  // namespace xomp::queue
