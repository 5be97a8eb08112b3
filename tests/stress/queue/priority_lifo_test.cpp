// The LIFO with and without priorities: one owner, thieves, and few items that come back at once, so that the same
// addresses stand in the head word again and again. Each item is had by one thread at a time, none is lost, `accept`
// holds for what is got, and the owner finds what it pops sorted.
#include "core/queue/priority_lifo.h"

#include <gtest/gtest.h>

#include <atomic>
#include <climits>
#include <memory>
#include <thread>
#include <vector>

#include "stress/engine.h"

namespace xomp::queue {
namespace {

using testing::kScale;
using testing::Random;

struct alignas(64) Item {
  atomic<Item*> link{nullptr};
  std::atomic<int> kind{0};       // changes each time the item is used; read by thieves that may come too late
  std::atomic<bool> used{false};  // set by the owner, cleared by whoever took the item
  int priority = 0;               // plain: the owner's while not used
  int value = 0;                  // plain: one thread at a time
};
struct Access {
  static atomic<Item*>& link(Item& i) { return i.link; }
  static int priority(const Item& i) { return i.priority; }
};

struct Taken {
  std::atomic<int> items{0};
  std::atomic<int> wrong{0};
};

void take(Item* item, Taken& taken) {
  if (++item->value != 1 || !item->used.load(relaxed)) taken.wrong.fetch_add(1);
  taken.items.fetch_add(1, relaxed);
  item->used.store(false, release);
}

template <class Lifo>
void steal_until(Lifo& lifo, int kind, const std::atomic<bool>& end, Taken& taken) {
  while (!end.load()) {
    Item* item = lifo.steal([&](Item* i) { return kind == 0 || i->kind.load(relaxed) == kind; });
    if (item == nullptr) {
      std::this_thread::yield();
      continue;
    }
    if (kind != 0 && item->kind.load(relaxed) != kind) taken.wrong.fetch_add(1);
    take(item, taken);
  }
}

// The owner's part of one game.
template <class Lifo, Arrange arrange>
class Owner {
 public:
  Owner(Lifo& lifo, std::size_t items, Taken& taken, std::uint64_t seed)
      : lifo_(lifo), items_(items), taken_(taken), random_(seed) {}

  int put_some() {
    int put = 0;
    for (std::uint64_t burst = 1 + random_.below(items_.size()); burst > 0; --burst) {
      Item* item = prepare();
      if (item == nullptr) break;
      ++put;
      push(item);
    }
    return put;
  }
  void pop_some(std::uint64_t most) {
    int last = INT_MAX;
    for (; most > 0; --most) {
      Item* item = lifo_.pop();
      if (item == nullptr) return;
      if (arrange == Arrange::by_priority && item->priority > last) taken_.wrong.fetch_add(1);
      last = item->priority;
      take(item, taken_);
    }
  }
  bool any_used() const {
    for (const Item& i : items_)
      if (i.used.load(acquire)) return true;
    return false;
  }

 private:
  Item* prepare() {
    for (std::size_t tries = items_.size(); tries > 0; --tries) {
      Item& item = items_[random_.below(items_.size())];
      if (item.used.load(acquire)) continue;
      item.used.store(true, relaxed);
      item.kind.store(static_cast<int>(random_.below(2)), relaxed);
      item.priority = static_cast<int>(random_.below(5));
      item.value = 0;
      return &item;
    }
    return nullptr;
  }
  void push(Item* item) {
    if (!lifo_.push(item)) take(item, taken_);
  }

  Lifo& lifo_;
  std::vector<Item> items_;
  Taken& taken_;
  Random random_;
};

template <Arrange arrange>
void play(std::size_t items, int rounds, int thieves, std::uint64_t seed) {
  using Lifo = PriorityLifo<Item, Access, arrange>;
  Lifo lifo;
  Taken taken;
  std::atomic<bool> end{false};
  Owner<Lifo, arrange> owner(lifo, items, taken, seed);
  std::vector<std::thread> threads;
  for (int n = 0; n < thieves; ++n) threads.emplace_back([&, n] { steal_until(lifo, n % 2, end, taken); });
  Random random(seed + 1);
  int put = 0;
  for (int round = 0; round < rounds; ++round) {
    put += owner.put_some();
    if (random.below(3) != 0) owner.pop_some(random.below(items + 1));
    if (random.below(16) == 0) std::this_thread::yield();
  }
  owner.pop_some(ULLONG_MAX);
  EXPECT_TRUE(lifo.looks_empty());
  end.store(true);
  for (std::thread& t : threads) t.join();
  EXPECT_FALSE(owner.any_used()) << "an item was lost";
  EXPECT_EQ(taken.items.load(), put) << items << " items, " << thieves << " thieves";
  EXPECT_EQ(taken.wrong.load(), 0);
}

TEST(PriorityLifo, EachItemOnceNewestFirst) {
  const std::uint64_t seed = testing::seed_of_run();
  for (std::size_t items : {2u, 5u, 32u})
    for (int thieves : {1, 2, 7}) play<Arrange::newest_first>(items, 20'000 / kScale, thieves, seed + items);
}

TEST(PriorityLifo, EachItemOnceByPriority) {
  const std::uint64_t seed = testing::seed_of_run();
  for (std::size_t items : {2u, 5u, 32u})
    for (int thieves : {1, 2, 7}) play<Arrange::by_priority>(items, 20'000 / kScale, thieves, seed + items);
}

}  // namespace
}  // namespace xomp::queue
