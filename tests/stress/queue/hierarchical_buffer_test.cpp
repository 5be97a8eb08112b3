// LFQ: every thread has a buffer, puts into it and takes from all, over one FIFO. The items are few and come back at
// once. Each is had by one thread at a time, none is lost, `accept` holds for what is got; and the FIFO alone keeps the
// order.
#include "core/queue/hierarchical_buffer.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "stress/engine.h"

namespace xomp::queue {
namespace {

using testing::kScale;
using testing::Random;

struct Item {
  atomic<Item*> link{nullptr};
  std::atomic<int> kind{0};       // changes each time the item is used; read by thieves that may come too late
  std::atomic<bool> used{false};  // set by the item's thread, cleared by whoever took it
  int priority = 0;               // plain: as value
  int value = 0;                  // plain: one thread at a time
};
struct Access {
  static atomic<Item*>& link(Item& i) { return i.link; }
  static int priority(const Item& i) { return i.priority; }
};
using Buffer = HierarchicalBuffer<Item, Access>;
using Fifo = OverflowFifo<Item, Access>;

struct Thread {
  explicit Thread(std::size_t capacity) : slots(capacity), items(3 * capacity) {}
  std::vector<Buffer::Slot> slots;
  std::vector<Item> items;
  Buffer buffer;
  std::vector<Buffer*> neighbours;
  int put = 0;
  int taken = 0;
  int wrong = 0;
};

void take(Thread& me, Item* item, int kind) {
  if (kind != 0 && item->kind.load(relaxed) != kind) ++me.wrong;
  if (++item->value != 1 || !item->used.load(relaxed)) ++me.wrong;
  ++me.taken;
  item->used.store(false, release);
}

void put_some(Thread& me, Random& random) {
  for (Item& item : me.items) {
    if (item.used.load(acquire) || random.below(2) == 0) continue;
    item.used.store(true, relaxed);
    item.kind.store(static_cast<int>(random.below(2)), relaxed);
    item.priority = static_cast<int>(random.below(4));
    item.value = 0;
    me.buffer.put(&item);
    ++me.put;
  }
}

// Searches in the policy's order: the own buffer, which is the first neighbour, the others', the FIFO.
template <class Accept>
Item* search(Thread& me, Accept&& accept) {
  for (Buffer* buffer : me.neighbours)
    if (Item* item = buffer->take(accept)) return item;
  return me.buffer.overflow()->take(accept);
}

void work(Thread& me, int rounds, std::uint64_t seed) {
  Random random(seed);
  for (int round = 0; round < rounds; ++round) {
    put_some(me, random);
    for (std::uint64_t most = random.below(2 * me.items.size()); most > 0; --most) {
      const int kind = static_cast<int>(random.below(2));
      Item* item = search(me, [&](Item* i) { return kind == 0 || i->kind.load(relaxed) == kind; });
      if (item == nullptr) break;
      take(me, item, kind);
    }
    if (random.below(16) == 0) std::this_thread::yield();
  }
}

void play(std::size_t capacity, std::size_t threads, int rounds, std::uint64_t seed) {
  Fifo fifo;
  std::vector<std::unique_ptr<Thread>> all;
  for (std::size_t n = 0; n < threads; ++n) {
    all.push_back(std::make_unique<Thread>(capacity));
    all[n]->buffer.set_up(all[n]->slots, &fifo);
  }
  for (std::size_t n = 0; n < threads; ++n)
    for (std::size_t d = 0; d < threads; ++d) all[n]->neighbours.push_back(&all[(n + d) % threads]->buffer);
  std::vector<std::thread> running;
  for (std::size_t n = 0; n < threads; ++n) running.emplace_back([&, n] { work(*all[n], rounds, seed + n); });
  for (std::thread& t : running) t.join();
  Thread& last = *all[0];
  while (Item* item = search(last, [](Item*) { return true; })) take(last, item, 0);
  int put = 0, taken = 0;
  for (auto& thread : all) {
    put += thread->put;
    taken += thread->taken;
    EXPECT_EQ(thread->wrong, 0);
    EXPECT_TRUE(thread->buffer.looks_empty());
    for (Item& item : thread->items) EXPECT_FALSE(item.used.load()) << "an item was lost";
  }
  EXPECT_TRUE(fifo.looks_empty());
  EXPECT_EQ(taken, put) << "capacity " << capacity << ", " << threads << " threads";
}

TEST(HierarchicalBuffer, EachItemOnce) {
  const std::uint64_t seed = testing::seed_of_run();
  for (std::size_t capacity : {1u, 2u, 8u})
    for (std::size_t threads : {2u, 4u, 8u})
      play(capacity, threads, 200'000 / static_cast<int>(threads * capacity) / kScale, seed + capacity);
}

// Two put numbered items, the others take: each putter's items come in its order.
TEST(OverflowFifo, OrderOfEachThatPuts) {
  Fifo fifo;
  const int each = 60'000 / kScale;
  std::vector<Item> items(static_cast<std::size_t>(2 * each));
  std::atomic<int> taken{0};
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int p = 0; p < 2; ++p)
    threads.emplace_back([&, p] {
      for (int n = 0; n < each; ++n) {
        Item& item = items[static_cast<std::size_t>(p * each + n)];
        item.value = n;
        item.priority = p;
        fifo.push(&item);
      }
    });
  for (int c = 0; c < 3; ++c)
    threads.emplace_back([&] {
      int last[2] = {-1, -1};
      while (taken.load(relaxed) < 2 * each) {
        Item* item = fifo.take();
        if (item == nullptr) {
          std::this_thread::yield();
          continue;
        }
        if (item->value <= last[item->priority]) wrong.fetch_add(1);
        last[item->priority] = item->value;
        taken.fetch_add(1);
      }
    });
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(wrong.load(), 0);
  EXPECT_EQ(taken.load(), 2 * each);
  EXPECT_TRUE(fifo.looks_empty());
}

}  // namespace
}  // namespace xomp::queue
