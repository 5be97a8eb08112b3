// One consumer at a time, the owner or a raider: ROLE-1, ROLE-2 (core/sched/PROTOCOL.md).
#include "core/sched/policies/parts/owner_role.h"

#include "core/queue/b_queue.h"
#include "models/explore/model.h"

namespace xomp::models {
namespace {

// The role guards a B-queue's consumer side. That is plain variables, so two threads at once are seen as a race.
struct Raider {
  static constexpr int threads = 3;  // the owner and two raiders
  sched::OwnerRole role;
  queue::BQueue<Item> ring;
  atomic<Item*> slots[4] = {};
  Item items[4];
  Ledger taken;

  Raider() {
    ring.set_ring(slots, 4);
    for (int i = 0; i < 4; ++i) {
      items[i].fill(i);
      ring.put(&items[i]);
    }
  }
  void take_one() {
    if (Item* item = ring.take()) item->use(taken);
  }
  void run(int thread) {
    if (thread == 0) {
      for (int i = 0; i < 2; ++i) {
        if (!role.try_enter()) continue;
        take_one();
        role.leave();
      }
    } else if (role.announce_raid(thread)) {
      if (platform::fence_heavy() && role.may_raid()) take_one();
      role.end_raid();
    }
  }
  void at_end() {
    while (Item* item = ring.take()) item->use(taken);
    require(taken.sum() == 4, "nothing is lost");
  }
};
const Registered<Raider> raider("raider", "owner and raider are never both inside",
                                {.departures = 4, .departures_long = 5});

}  // namespace
}  // namespace xomp::models
