// A word of one thread in which others leave an item for it: the "stolen task" of a thief that waits for its steal
// request (mailbox.h) to be served. A thief that gives up waiting has not withdrawn its request. The item may come
// at any later time, and from several victims if the thief has sent requests to several. So a victim puts an item only
// into an empty word, by the one read-modify-write that a handed-over item costs, and keeps it otherwise; and the owner
// looks into its word before each new request and before it sleeps.
//
// HANDOVER-1: the owner finds an item with what the victim wrote into it.
//   victim: word_.compare_exchange(null, item, release)    owner: word_.load(acquire)
// HANDOVER-2: no item is overwritten.
//   Victims write over null only. Only the owner writes null, over an item that it has read and that no other thread
//   may change: a plain store.
// HANDOVER-3: an owner that goes to sleep is told of an item that comes late (PROTOCOL.md).
//   victim: try_hand_over, full fence, load of the sleepers
//   owner:  counts itself as asleep, full fence, looks_empty().
#pragma once

#include "platform/atomic.h"
#include "platform/cpu.h"

namespace xomp::queue {

template <class Item>
class HandoverWord {
 public:
  // Any thread. Returns false if the word holds another item, and the caller keeps this one.
  bool try_hand_over(Item* item) {
    Item* none = nullptr;
    return word_.load(relaxed) == nullptr &&                             // else the exchange would fail, too
           word_.compare_exchange_strong(none, item, release, relaxed);  // [HANDOVER-1] [HANDOVER-2]
  }

  // Called by the owner. Returns the item, or nullptr.
  Item* take() {
    Item* item = word_.load(acquire);                    // [HANDOVER-1]
    if (item != nullptr) word_.store(nullptr, relaxed);  // [HANDOVER-2] one word, nothing else depends on it
    return item;
  }
  // Says whether take() would find nothing; any thread. Exact for what came before this look, and before a fence as in
  // HANDOVER-3.
  bool looks_empty() const { return word_.load(acquire) == nullptr; }  // [HANDOVER-1] [HANDOVER-3]

  // For the child after fork(): nobody else uses the word.
  template <class Visit>
  void for_each(Visit&& visit) const {
    if (Item* item = word_.load(relaxed)) visit(item);  // alone
  }
  void clear() { word_.store(nullptr, relaxed); }  // alone

 private:
  // Victims write an item, the owner null.
  alignas(platform::cache_line) atomic<Item*> word_{nullptr};
};

}  // namespace xomp::queue
