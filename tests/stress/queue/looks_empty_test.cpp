// looks_empty() for a thread that wants to sleep. Put, full fence, does anybody sleep? against: I sleep, full fence,
// does it look empty? One of the two sees the other, for every queue. And what is only moved inside a queue never looks
// gone.
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "core/queue/chase_lev_deque.h"
#include "core/queue/combining_queue.h"
#include "core/queue/hierarchical_buffer.h"
#include "core/queue/priority_lifo.h"
#include "platform/fence.h"
#include "stress/engine.h"

namespace xomp::queue {
namespace {

using testing::kScale;

struct alignas(64) Item {
  atomic<Item*> link{nullptr};
  int priority = 0;
};
struct Access {
  static atomic<Item*>& link(Item& i) { return i.link; }
  static int priority(const Item& i) { return i.priority; }
};

// Both sides begin each round together; `round` says how far each is.
class Rounds {
 public:
  void meet(int side, int round) {
    at_[side].store(round, release);
    for (int looks = 0; at_[1 - side].load(acquire) < round; ++looks)
      if (looks > 200) std::this_thread::yield();
  }

 private:
  std::atomic<int> at_[2] = {-1, -1};
};

// `put(item)`, `take()` by the owner, `look()` by the one who wants to sleep.
template <class Put, class Take, class Look>
void play(Put&& put, Take&& take, Look&& look) {
  const int rounds = 60'000 / kScale;
  Rounds rounds_together;
  atomic<int> sleeps{0};
  int saw_sleeper = 0, saw_item = 0, missed = 0;
  int seen_item = 0;  // plain: the sleeper's, read by the owner after they met
  std::thread sleeper([&] {
    for (int round = 0; round < rounds; ++round) {
      rounds_together.meet(1, 2 * round);
      sleeps.store(1, relaxed);
      platform::fence_seq_cst();
      seen_item = look() ? 0 : 1;
      rounds_together.meet(1, 2 * round + 1);
    }
  });
  Item item;
  for (int round = 0; round < rounds; ++round) {
    sleeps.store(0, relaxed);
    rounds_together.meet(0, 2 * round);
    ASSERT_TRUE(put(&item));
    platform::fence_seq_cst();
    const int sleeper_seen = sleeps.load(relaxed);
    rounds_together.meet(0, 2 * round + 1);
    saw_sleeper += sleeper_seen;
    saw_item += seen_item;
    missed += sleeper_seen == 0 && seen_item == 0 ? 1 : 0;
    ASSERT_EQ(take(), &item);
  }
  sleeper.join();
  EXPECT_EQ(missed, 0);
  ::testing::Test::RecordProperty("saw_sleeper", saw_sleeper);
  ::testing::Test::RecordProperty("saw_item", saw_item);
}

TEST(LooksEmpty, ChaseLevDeque) {
  atomic<Item*> slots[2] = {};
  ChaseLevDeque<Item> queue;
  queue.set_ring(slots, 2);
  play([&](Item* i) { return queue.push(i); }, [&] { return queue.pop(); }, [&] { return queue.looks_empty(); });
}

TEST(LooksEmpty, CombiningQueue) {
  using Queue = CombiningQueue<Item>;
  atomic<Item*> slots[4] = {};
  Queue::Node nodes[2];
  Queue::Node* mine = &nodes[1];
  Queue queue;
  queue.set_up(slots, 3, &nodes[0]);
  play([&](Item* i) { return queue.push(i); },
       [&] { return queue.pop(mine, [] { std::this_thread::yield(); }); }, [&] { return queue.looks_empty(); });
}

TEST(LooksEmpty, PriorityLifo) {
  PriorityLifo<Item, Access> queue;
  play([&](Item* i) { return queue.push(i); }, [&] { return queue.pop(); }, [&] { return queue.looks_empty(); });
}

TEST(LooksEmpty, HierarchicalBuffer) {
  using Buffer = HierarchicalBuffer<Item, Access>;
  Buffer::Overflow fifo;
  std::vector<Buffer::Slot> slots(2);
  Buffer queue;
  queue.set_up(slots, &fifo);
  play(
      [&](Item* i) {
        queue.put(i);
        return true;
      },
      [&] { return queue.take(); }, [&] { return queue.looks_empty(); });
}

TEST(LooksEmpty, OverflowFifo) {
  OverflowFifo<Item, Access> queue;
  play(
      [&](Item* i) {
        queue.push(i);
        return true;
      },
      [&] { return queue.take(); }, [&] { return queue.looks_empty(); });
}

// One thread looks while `move` is done again and again with something in the queue at all times.
template <class Move, class Look>
void never_empty(Move&& move, Look&& look) {
  std::atomic<bool> end{false};
  std::atomic<int> looks{0};
  std::atomic<int> empty{0};
  std::thread watcher([&] {
    while (!end.load(relaxed)) {
      if (look()) empty.fetch_add(1, relaxed);
      looks.fetch_add(1, relaxed);
    }
  });
  for (int turn = 0; turn < 20; ++turn) {
    const int before = looks.load(relaxed);
    for (int round = 0; round < 50'000 / kScale; ++round) move();
    while (looks.load(relaxed) == before) std::this_thread::yield();  // it runs
  }
  end.store(true);
  watcher.join();
  EXPECT_EQ(empty.load(), 0);
}

// Two items in turn, each lower than the one before: every push is a merge behind the other item.
TEST(LooksEmpty, NotWhileTheOwnerMerges) {
  PriorityLifo<Item, Access> lifo;
  Item items[2];
  ASSERT_TRUE(lifo.push(&items[0]));
  int round = 0;
  never_empty(
      [&] {
        Item& first = items[round % 2];
        Item& lower = items[++round % 2];
        lower.priority = -round;
        ASSERT_TRUE(lifo.push(&lower));
        ASSERT_EQ(lifo.pop(), &first);
      },
      [&] { return lifo.looks_empty(); });
}

// Two items are put, the taker turns the inbox round and takes the first. Looks that fall between the second put and
// the second taking find the other one.
TEST(LooksEmpty, NotWhileTheFifoTurnsItsInboxRound) {
  OverflowFifo<Item, Access> fifo;
  Item items[2];
  std::atomic<int> phase{0};  // odd while the second item is in
  auto next_phase = [&] {
    platform::fence_seq_cst();
    phase.store(phase.load(relaxed) + 1, relaxed);
    platform::fence_seq_cst();
  };
  never_empty(
      [&] {
        fifo.push(&items[0]);
        fifo.push(&items[1]);
        next_phase();
        ASSERT_EQ(fifo.take(), &items[0]);
        next_phase();
        ASSERT_EQ(fifo.take(), &items[1]);
      },
      [&] {
        const int before = phase.load(relaxed);
        platform::fence_seq_cst();
        const bool empty = fifo.looks_empty();
        platform::fence_seq_cst();
        return empty && before % 2 == 1 && phase.load(relaxed) == before;
      });
}

}  // namespace
}  // namespace xomp::queue
