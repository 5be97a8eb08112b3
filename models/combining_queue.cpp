// The combining queue: CC-1, CC-2, CC-3, CC-4, CC-5, CC-6 (core/queue/PROTOCOL.md).
#include "core/queue/combining_queue.h"

#include "models/explore/model.h"

namespace xomp::models {
namespace {

// The owner puts and takes the newest; others take the oldest. `most_served` 1: the combiner's
// role is handed on all the time.
template <int kItems, int kOthers, int kCapacity, int kMostServed>
struct Takers {
  static constexpr int threads = 1 + kOthers;
  using Queue = queue::CombiningQueue<Item>;
  Queue queue;
  atomic<Item*> slots[Queue::slots_for(kCapacity)] = {};
  Queue::Node nodes[threads + 1];
  Item items[kItems];
  Ledger taken;

  Takers() { queue.set_up(slots, kCapacity, &nodes[threads], kMostServed); }
  void run(int thread) {
    Queue::Node* mine = &nodes[thread];
    if (thread != 0) {
      int last = -1;
      for (int i = 0; i < 2; ++i)
        if (Item* item = queue.steal(mine, give_way)) {
          const int n = item->use(taken);
          require(n > last, "the oldest first");
          last = n;
        }
      return;
    }
    for (int i = 0; i < kItems; ++i) {
      items[i].fill(i);
      while (!queue.push(&items[i])) take_one(mine);
    }
    take_one(mine);
    while (!queue.looks_empty()) take_one(mine);
  }
  void take_one(Queue::Node*& mine) {
    if (Item* item = queue.pop(mine, give_way)) item->use(taken);
  }
  void at_end() { require(taken.sum() == kItems && queue.looks_empty(), "nothing is lost"); }
};
const Registered<Takers<3, 1, 3, 64>> one("one-thief", "each item is had once, every asker is answered",
                                          {.departures = 3, .departures_long = 4});
const Registered<Takers<3, 2, 2, 64>> two("two-thieves", "combining: each item is had once, every asker is answered",
                                          {.departures = 1, .departures_long = 2, .random = 10000});
const Registered<Takers<2, 2, 2, 1>> handed_on("role-handed-on", "a combiner that serves one: the role is never lost",
                                               {.departures = 2, .departures_long = 3});

}  // namespace
}  // namespace xomp::models
