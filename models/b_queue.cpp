// The B-queue: BQUEUE-1, BQUEUE-2, BQUEUE-3 (core/queue/PROTOCOL.md).
#include "core/queue/b_queue.h"

#include "core/sleep/event_count.h"
#include "models/explore/model.h"

namespace xomp::models {
namespace {

// A ring that begins shortly before its index wraps.
template <int kCapacity>
struct Ring : queue::BQueue<Item> {
  Ring() { set_ring(slots, kCapacity, ~std::uint32_t{0} - 1); }
  atomic<Item*> slots[kCapacity] = {};
};

// One thread puts, and tries again what was refused. The other one takes until it has all.
template <int kCapacity, int kItems>
struct HandOver {
  static constexpr int threads = 2;
  Ring<kCapacity> ring;
  Item items[kItems];
  Ledger taken;

  void run(int thread) {
    if (thread == 0) {
      for (int i = 0; i < kItems; ++i) {
        items[i].fill(i);
        wait_until([&] { return ring.put(&items[i]); });
      }
      return;
    }
    for (int i = 0; i < kItems; ++i) {
      Item* item = nullptr;
      wait_until([&] { return (item = ring.take()) != nullptr; });
      require(item->use(taken) == i, "items come in the order in which they were put");
    }
  }
  void at_end() { require(taken.sum() == kItems && ring.looks_empty(), "nothing is lost or left"); }
};
const Registered<HandOver<1, 3>> one("hand-over-1", "one slot: nothing lost, nothing twice, in order");
const Registered<HandOver<2, 4>> two("hand-over-2", "two slots: nothing lost, nothing twice, in order");
const Registered<HandOver<4, 6>> four("hand-over-4", "four slots, batches: nothing lost, nothing twice, in order");

}  // namespace
}  // namespace xomp::models
