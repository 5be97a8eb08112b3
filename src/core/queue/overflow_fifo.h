// The shared FIFO behind the bounded buffers of LFQ: any thread puts items in, any takes the oldest; not bounded.
// Putting is a compare-and-swap of the inbox, a list with the newest first. One thread at a time may take. It has a
// list with the oldest first, the front, and when that is used up detaches the inbox and reverses it. A thread that
// finds another one taking goes away empty-handed: nobody waits.
//
// `Access::link(Item&)` gives an atomic<Item*> that is the queue's own from push() until the item is taken.
//
// FIFO-1: a thread that detaches the inbox finds what was put, links and items.
//   push: write link, inbox.CAS(release)      take: inbox.exchange(acquire part), read links
// FIFO-2: the front goes from taker to taker.
//   taking.store(0, release)                  taking.exchange(1, acquire)
// FIFO-3: items on their way from the inbox to the front do not look gone.
//   taker: taking.exchange(1), inbox.exchange(null, release part), front.store, taking.store(0, release)
//   look:  inbox.load(acquire) is null, taking.load(acquire) is 0, front.load is null
#pragma once

#include <cstdint>

#include "platform/atomic.h"
#include "platform/cpu.h"

namespace xomp::queue {

template <class Item, class Access>
class OverflowFifo {
 public:
  // Any thread. ABA does no harm, because an item goes before whatever is first, and the inbox is only taken as a
  // whole.
  void push(Item* item) {
    Item* first = inbox_.load(relaxed);  // only its address is used
    do {
      Access::link(*item).store(first, relaxed);  // [FIFO-1] published by the CAS
    } while (!inbox_.compare_exchange_weak(first, item, release, relaxed));  // [FIFO-1]
  }

  // Takes the oldest item if `accept(item)` is true; any thread. Returns nullptr when there is none, it is refused, or
  // another thread is taking. If another one is taking, looks_empty() is false, so the caller should come again.
  template <class Accept>
  Item* take(Accept&& accept) {
    if (looks_empty()) return nullptr;
    if (taking_.load(relaxed) != 0 || taking_.exchange(1, acquire) != 0) return nullptr;  // [FIFO-2] relaxed: a hint
    Item* item = front_.load(relaxed);                                                    // [FIFO-2]
    if (item == nullptr) item = refill();
    if (item != nullptr && !accept(item)) item = nullptr;
    if (item != nullptr) front_.store(Access::link(*item).load(relaxed), relaxed);  // [FIFO-2]
    taking_.store(0, release);                                                      // [FIFO-2] [FIFO-3]
    return item;
  }
  Item* take() {
    return take([](Item*) { return true; });
  }

  // A hint. It is exact for what was put before a full fence that precedes one of the caller: an item that is not seen
  // then has been taken. The order of the loads matters: a thread that misses items in the inbox because they were
  // detached sees that another thread is taking (FIFO-3).
  bool looks_empty() const {
    return inbox_.load(acquire) == nullptr && taking_.load(acquire) == 0 &&
           front_.load(relaxed) == nullptr;  // [FIFO-3]
  }

  // --- for the child after fork(): nobody else uses the queue ---

  // Every item, in no particular order, but for what a vanished taker was moving.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (Item* list : {front_.load(relaxed), inbox_.load(relaxed)})  // alone
      while (list != nullptr) {
        Item* const item = list;
        list = Access::link(*item).load(relaxed);  // alone
        visit(item);
      }
  }
  // Forgets a taker that no longer exists.
  void forget_others() { taking_.store(0, relaxed); }  // alone

 private:
  // Taker: makes the inbox the front, oldest first, and returns its first item.
  Item* refill() {
    Item* list = inbox_.exchange(nullptr, acq_rel);  // [FIFO-1] [FIFO-3]
    Item* oldest_first = nullptr;
    while (list != nullptr) {
      Item* const next = Access::link(*list).load(relaxed);  // [FIFO-1] acquired above
      Access::link(*list).store(oldest_first, relaxed);      // [FIFO-2] the taker's alone
      oldest_first = list;
      list = next;
    }
    front_.store(oldest_first, relaxed);  // [FIFO-2] [FIFO-3]
    return oldest_first;
  }

  // Changed by compare-and-swap by every thread that puts, by exchange by the taker.
  alignas(platform::cache_line) atomic<Item*> inbox_{nullptr};
  // Written by the taker only; all threads read it as a hint.
  alignas(platform::cache_line) atomic<Item*> front_{nullptr};
  atomic<std::uint32_t> taking_{0};  // 1 while a thread is the taker
};

}  // namespace xomp::queue
