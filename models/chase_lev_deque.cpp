// The Chase-Lev deque: CHASE-1, CHASE-2, CHASE-3 (core/queue/PROTOCOL.md).
#include "core/queue/chase_lev_deque.h"

#include "models/explore/model.h"

namespace xomp::models {
namespace {

template <int kCapacity, int kItems, int kThieves>
struct Deque {
  static constexpr int threads = 1 + kThieves;
  queue::ChaseLevDeque<Item> deque;
  atomic<Item*> slots[kCapacity] = {};
  Item items[kItems];
  Ledger taken;

  Deque() { deque.set_ring(slots, kCapacity); }
  void run(int thread) {
    if (thread != 0) {
      for (int i = 0; i < 2; ++i)
        if (Item* item = deque.steal()) item->use(taken);
      return;
    }
    for (int i = 0; i < kItems; ++i) {
      items[i].fill(i);
      while (!deque.push(&items[i]))
        if (Item* item = deque.pop()) item->use(taken);
      if (i % 2 == 1)
        if (Item* item = deque.pop()) item->use(taken);
    }
    while (Item* item = deque.pop()) item->use(taken);
  }
  void at_end() { require(taken.sum() == kItems && deque.size() == 0, "nothing is lost"); }
};
const Registered<Deque<4, 3, 1>> one("one-thief", "the last item goes to owner or thief, not to both",
                                     {.departures = 4, .departures_long = 5});
const Registered<Deque<2, 5, 1>> full("full-ring", "a slot is written again only after it was read",
                                      {.departures = 3, .departures_long = 4});
const Registered<Deque<2, 3, 2>> two("two-thieves", "each item is had once", {.departures = 2, .departures_long = 3});

}  // namespace
}  // namespace xomp::models
