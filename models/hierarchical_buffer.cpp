// Bounded buffers with a shared FIFO behind: BUFFER-1, BUFFER-2, FIFO-1, FIFO-2, FIFO-3 (core/queue/PROTOCOL.md).
#include "core/queue/hierarchical_buffer.h"

#include "core/sleep/event_count.h"
#include "models/explore/model.h"
#include "platform/fence.h"

namespace xomp::models {
namespace {

struct Linked : Item {
  atomic<Linked*> link{nullptr};
  int priority = 0;
};
struct Access {
  static atomic<Linked*>& link(Linked& item) { return item.link; }
  static int priority(const Linked& item) { return item.priority; }
};

// A buffer of two; what has no room there goes to the FIFO.
template <int kThieves>
struct Buffer {
  static constexpr int threads = 1 + kThieves;
  static constexpr int kItems = 4;
  using Buffers = queue::HierarchicalBuffer<Linked, Access>;
  Buffers::Slot slots[threads][2];
  Buffers buffers[threads];
  Buffers::Overflow overflow;
  Linked items[kItems];
  Ledger taken;

  Buffer() {
    for (int t = 0; t < threads; ++t) buffers[t].set_up(slots[t], &overflow);
  }
  // Searches in the policy's order: the own buffer, the owner's, the FIFO.
  Linked* search(int thread) {
    if (Linked* item = buffers[thread].take()) return item;
    if (thread != 0)
      if (Linked* item = buffers[0].take()) return item;
    return overflow.take([](Linked*) { return true; });
  }
  void run(int thread) {
    if (thread == 0) {
      for (int i = 0; i < kItems; ++i) {
        items[i].fill(i);
        items[i].priority = i % 3;
        buffers[0].put(&items[i]);
      }
    }
    for (int i = 0; i < (thread == 0 ? kItems : 2); ++i)
      if (Linked* item = search(thread)) item->use(taken);
  }
  void at_end() {
    while (Linked* item = search(threads - 1)) item->use(taken);
    require(taken.sum() == kItems, "nothing is lost");
  }
};
const Registered<Buffer<1>> buffer("buffer", "owner and thief: each item is had once",
                                   {.departures = 3, .departures_long = 4});
const Registered<Buffer<2>> two("buffer-two-thieves", "owner and two thieves: each item is had once",
                                {.departures = 1, .departures_long = 2});

// The FIFO alone. Any thread puts, any thread takes, and a sleeper is told.
template <int kPutters, int kTakers>
struct Fifo {
  static constexpr int threads = kPutters + kTakers;
  static constexpr int kItems = 2 * kPutters;
  queue::OverflowFifo<Linked, Access> fifo;
  Linked items[kItems];
  Ledger taken;
  atomic<int> sleepers{0}, left{kItems};
  sleep::EventCount event;

  void run(int thread) {
    if (thread < kPutters) {
      for (int i = 2 * thread; i < 2 * thread + 2; ++i) {
        items[i].fill(i);
        fifo.push(&items[i]);
        platform::fence_seq_cst();
        if (sleepers.load(relaxed) != 0) event.notify_all();
      }
      return;
    }
    int last = -1;
    while (left.load(acquire) > 0) {
      if (Linked* item = fifo.take()) {
        const int n = item->use(taken);
        if (kPutters == 1) require(n > last, "the oldest first");
        last = n;
        if (left.fetch_sub(1, acq_rel) == 1) event.notify_all();
        continue;
      }
      const std::uint32_t announced = event.announce();
      sleepers.fetch_add(1, relaxed);
      platform::fence_seq_cst();
      if (fifo.looks_empty() && left.load(acquire) > 0) event.sleep(announced);
      else give_way();
      sleepers.fetch_sub(1, relaxed);
    }
  }
};
// Two items for two takers. A taker that has one works on it, so the other taker must not sleep beside the second item.
struct OneEach {
  static constexpr int threads = 3;
  queue::OverflowFifo<Linked, Access> fifo;
  Linked items[2];
  Ledger taken;
  atomic<int> sleepers{0};
  sleep::EventCount event;

  void run(int thread) {
    if (thread == 0) {
      for (int i = 0; i < 2; ++i) {
        items[i].fill(i);
        fifo.push(&items[i]);
        platform::fence_seq_cst();
        if (sleepers.load(relaxed) != 0) event.notify_all();
      }
      return;
    }
    for (;;) {
      if (Linked* item = fifo.take()) {
        item->use(taken);
        return;
      }
      const std::uint32_t announced = event.announce();
      sleepers.fetch_add(1, relaxed);
      platform::fence_seq_cst();
      if (fifo.looks_empty()) event.sleep(announced);
      else give_way();
      sleepers.fetch_sub(1, relaxed);
    }
  }
};
const Registered<OneEach> one_each("fifo-one-each", "items on their way do not look gone: nobody sleeps beside them",
                                   {.departures = 2, .departures_long = 3});
const Registered<Fifo<1, 1>> fifo("fifo", "in order, once, and who sleeps is told",
                                  {.departures = 3, .departures_long = 4});
const Registered<Fifo<1, 2>> takers("fifo-two-takers", "two take: each item is had once, in their order",
                                    {.departures = 2, .departures_long = 3});
const Registered<Fifo<2, 1>> putters("fifo-two-putters", "two put: each item is had once",
                                     {.departures = 2, .departures_long = 3});

}  // namespace
}  // namespace xomp::models
