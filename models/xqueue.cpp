// XQueue: XQUEUE-1, XQUEUE-2, BQUEUE-3 (core/queue/PROTOCOL.md).
#include "core/queue/xqueue.h"

#include "core/sleep/event_count.h"
#include "models/explore/model.h"
#include "platform/fence.h"

namespace xomp::models {
namespace {

enum class Fences { full, light_and_heavy };

// Two producers make their queues at their first put; the consumer sleeps when it finds nothing.
template <int kProducers, int kItemsEach, Fences fences>
struct Producers {
  static constexpr int threads = 1 + kProducers;
  static constexpr int kAll = kProducers * kItemsEach;
  queue::XQueue<Item> queue;
  Item items[kAll];
  Ledger taken;
  atomic<int> asleep{0};
  sleep::EventCount event;

  Producers() { queue.set_up(0, threads, 2, allocate); }
  void run(int thread) {
    if (thread == 0) return consume();
    for (int i = (thread - 1) * kItemsEach; i < thread * kItemsEach; ++i) {
      items[i].fill(i);
      wait_until([&] { return queue.put(static_cast<std::uint32_t>(thread), &items[i], allocate); });
      if (fences == Fences::full) platform::fence_seq_cst();
      else platform::fence_light();
      if (asleep.load(relaxed) != 0) event.notify_all();
    }
  }
  void consume() {
    int last[threads];
    for (int& n : last) n = -1;
    for (int got = 0; got < kAll;) {
      if (Item* item = queue.take()) {
        const int n = item->use(taken);
        require(n > last[n / kItemsEach], "each producer's items come in their order");
        last[n / kItemsEach] = n;
        ++got;
        continue;
      }
      const std::uint32_t announced = event.announce();
      asleep.store(1, relaxed);
      if (fences == Fences::full) platform::fence_seq_cst();
      else platform::fence_heavy();
      if (queue.looks_empty()) event.sleep(announced);
      asleep.store(0, relaxed);
    }
  }
};
const Registered<Producers<1, 2, Fences::full>> one("one-producer",
                                                    "the first put of a queue wakes a consumer that sleeps",
                                                    {.departures = 3, .departures_long = 5});
const Registered<Producers<2, 1, Fences::full>> two("two-producers",
                                                    "nothing is passed over, nobody sleeps beside an item",
                                                    {.departures = 2, .departures_long = 4});
const Registered<Producers<1, 2, Fences::light_and_heavy>> light("light-fence",
                                                                 "the same with the light fence where items are put",
                                                                 {.departures = 3, .departures_long = 4});
const Registered<Producers<2, 3, Fences::full>> more("full-rings", "two producers, rings of two: nothing is lost",
                                                     {.departures = 1, .departures_long = 2, .random = 10000});

}  // namespace
}  // namespace xomp::models
