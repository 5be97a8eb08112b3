// The ring of messages to one thread: RING-M1, RING-M2 (core/queue/PROTOCOL.md), with the receiver's sleep as in
// RETURN-1 (core/sched/PROTOCOL.md).
#include "core/queue/message_ring.h"

#include "core/sleep/event_count.h"
#include "models/explore/model.h"

namespace xomp::models {
namespace {

// A sender that is refused takes another way, which is a counter here.
template <int kSenders, int kEach>
struct Messages {
  static constexpr int threads = 1 + kSenders;
  static constexpr int kAll = kSenders * kEach;
  queue::MessageRing<Item, 8> ring;
  Item items[kAll];
  Ledger taken;
  atomic<int> refused{0};
  atomic<bool> asleep{false};
  sleep::EventCount event;

  void run(int thread) {
    if (thread == 0) return receive();
    for (int i = (thread - 1) * kEach; i < thread * kEach; ++i) {
      items[i].fill(i);
      if (kSenders == 1) wait_until([&] { return ring.send(&items[i]); });  // refused only while the ring is full
      else if (!ring.send(&items[i])) refused.fetch_add(1, seq_cst);
      if (asleep.load(seq_cst)) event.notify_all();
    }
  }
  void receive() {
    int last[threads];
    for (int& n : last) n = -1;
    for (int got = 0; got + refused.load(acquire) < kAll;) {
      const int before = got;
      ring.receive([](Item*) {},
                   [&](Item* item) {
                     const int n = item->use(taken);
                     require(n > last[n / kEach], "each sender's messages come in their order");
                     last[n / kEach] = n;
                     ++got;
                   });
      if (got != before) continue;
      const std::uint32_t announced = event.announce();
      asleep.exchange(true, seq_cst);
      if (!ring.has_messages() && got + refused.load(seq_cst) < kAll) event.sleep(announced);
      asleep.store(false, relaxed);
    }
  }
};
const Registered<Messages<1, 3>> one("one-sender", "each message once, in order, and a receiver that sleeps is woken",
                                     {.departures = 3, .departures_long = 4});
const Registered<Messages<2, 2>> two("two-senders", "two senders, of whom one may be refused: the same",
                                     {.departures = 2, .departures_long = 3});
const Registered<Messages<1, 10>> wrap("wrap", "slots are used again and again",
                                       {.departures = 2, .departures_long = 3});

}  // namespace
}  // namespace xomp::models
