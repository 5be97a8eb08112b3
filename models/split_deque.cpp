// The split deque: DEQUE-1, DEQUE-2, DEQUE-3, ASK-1 (core/queue/PROTOCOL.md).
#include "core/queue/split_deque.h"

#include "core/sleep/event_count.h"
#include "models/explore/model.h"

namespace xomp::models {
namespace {

using queue::PushResult;
using queue::Share;

template <int kCapacity, int kItems>
struct Shared {
  queue::SplitDeque<Item> deque;
  atomic<Item*> slots[kCapacity] = {};
  Item items[kItems];
  Ledger taken;

  Shared() { deque.set_ring(slots, kCapacity); }
  // Does what the engine does: serves a request, and runs at once an item that finds no place.
  void push(int i) {
    items[i].fill(i);
    const PushResult result = deque.push(&items[i]);
    if (result == PushResult::full) items[i].use(taken);
    if (result != PushResult::pushed_and_requested) return;
    deque.take_request();
    platform::fence_seq_cst();
    deque.publish(Share::half);
  }
  void pop_all() {
    while (Item* item = deque.pop(0)) item->use(taken);
  }
  void at_end() {
    while (Item* item = deque.steal()) item->use(taken);
    require(taken.sum() == kItems && deque.private_items() == 0, "nothing is lost");
  }
};

// The owner pushes and pops. A thief sends requests, and takes what is public.
struct Asking : Shared<4, 4> {
  static constexpr int threads = 2;
  void run(int thread) {
    if (thread == 0) {
      push(0);
      push(1);
      push(2);
      if (Item* item = deque.pop(0)) item->use(taken);
      push(3);
      pop_all();
      return;
    }
    for (int i = 0; i < 3; ++i) {
      deque.request();
      if (Item* item = deque.steal()) item->use(taken);
    }
  }
};
const Registered<Asking> asking("asking", "push, pop, a thief that asks: each item is had once",
                                {.departures = 3, .departures_long = 4});

// Two thieves at a public part that the owner takes back.
struct TwoThieves : Shared<4, 3> {
  static constexpr int threads = 3;
  TwoThieves() {
    for (int i = 0; i < 3; ++i) {
      items[i].fill(i);
      deque.push(&items[i]);
    }
    deque.publish(Share::all);
  }
  void run(int thread) {
    if (thread == 0) return pop_all();
    if (Item* item = deque.steal()) item->use(taken);
    if (Item* item = deque.steal()) item->use(taken);
  }
};
const Registered<TwoThieves> two_thieves("two-thieves",
                                         "two thieves and an owner at the public part: each item is had once");

// A thief moves the boundary while the owner pops without a fence.
struct Raid : Shared<4, 4> {
  static constexpr int threads = 2;
  void run(int thread) {
    if (thread == 0) {
      push(0);
      push(1);
      push(2);
      for (int i = 0; i < 2; ++i)
        if (Item* item = deque.pop(0)) item->use(taken);
      push(3);
      pop_all();
      return;
    }
    for (int i = 0; i < 2; ++i) {
      if (!deque.raid(1)) continue;
      if (Item* item = deque.steal()) item->use(taken);
    }
  }
};
const Registered<Raid> raid("raid", "a raid against pops without a fence: each item is had once",
                            {.departures = 3, .departures_long = 4});

// Two raiders, of whom one takes what the other has made public.
struct TwoRaiders : Shared<2, 3> {
  static constexpr int threads = 3;
  void run(int thread) {
    if (thread == 0) {
      for (int i = 0; i < 3; ++i) push(i);
      return pop_all();
    }
    deque.raid(static_cast<std::uint16_t>(thread));
    if (Item* item = deque.steal()) item->use(taken);
  }
};
const Registered<TwoRaiders> two_raiders("two-raiders", "two raiders and a full ring: each item is had once");

// A ring of two that is used again and again under a thief, which leaves its number.
struct Wrap : Shared<2, 6> {
  static constexpr int threads = 2;
  void run(int thread) {
    if (thread == 0) {
      deque.request_self();
      for (int i = 0; i < 6; ++i) {
        push(i);
        deque.publish(Share::all);
      }
      return pop_all();
    }
    for (int i = 0; i < 4; ++i)
      if (Item* item = deque.steal(7)) item->use(taken);
  }
};
const Registered<Wrap> wrap("wrap", "a slot is written again only after its thief has read it",
                            {.departures = 3, .departures_long = 4});

// Two thieves that take several at once and leave their numbers, and an owner that uses the slots again.
struct Several : Shared<4, 7> {
  static constexpr int threads = 3;
  Several() {
    for (int i = 0; i < 4; ++i) push(i);
    deque.publish(Share::all);
  }
  void run(int thread) {
    if (thread == 0) {
      for (int i = 4; i < 7; ++i) push(i);
      return pop_all();
    }
    Item* had[2];
    const int n = deque.steal_half(had, 2, thread);
    for (int i = 0; i < n; ++i) had[i]->use(taken);
    require(n == 0 || deque.last_thief() >= 0, "who steals says so");
    if (Item* item = deque.peek())
      require((reinterpret_cast<std::uintptr_t>(item) & 1) == 0, "what is looked at is an item");
  }
};
const Registered<Several> several("several",
                                  "thieves that take several: each is had once, no mark is taken for an item");

// ASK-1: a thief that goes to sleep on an empty deque is told of the next push.
struct Sleeper : Shared<4, 2> {
  static constexpr int threads = 2;
  atomic<int> sleepers{0};
  sleep::EventCount event;

  void push_and_wake(int i) {
    items[i].fill(i);
    if (deque.push(&items[i]) != PushResult::pushed_and_requested) return;
    deque.take_request();
    platform::fence_seq_cst();
    deque.publish(Share::half);
    if (sleepers.load(relaxed) != 0) event.notify_all();
  }
  void run(int thread) {
    if (thread == 0) {
      push_and_wake(0);
      push_and_wake(1);
      wait_until([&] { return taken.sum() == 2; });  // a long task: answers nothing
      return;
    }
    for (int got = 0; got < 2;) {
      deque.request();
      Item* item = deque.steal();
      if (item == nullptr && deque.raid(1)) item = deque.steal();
      if (item != nullptr) {
        item->use(taken);
        ++got;
        continue;
      }
      const std::uint32_t announced = event.announce();
      sleepers.fetch_add(1, seq_cst);
      platform::fence_seq_cst();
      deque.request();
      platform::fence_heavy();
      if (deque.private_items() == 0 && deque.public_items() == 0) event.sleep(announced);
      sleepers.fetch_sub(1, relaxed);
    }
  }
};
const Registered<Sleeper> sleeper("sleeper", "a thief asleep on an empty deque is woken by the next push");

}  // namespace
}  // namespace xomp::models
