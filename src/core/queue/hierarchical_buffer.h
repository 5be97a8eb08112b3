// PaRSEC's LFQ: each worker has a bounded buffer that keeps its items of the highest priority; an item that finds no
// room there goes to one FIFO that all share. A searching thread takes the best of its own buffer, else the best of the
// nearest buffer that has something, in an order that the policy gives (cache, node, machine), else the FIFO's oldest.
// Priorities are followed within a buffer only, as in PaRSEC.
//
// `Access` tells of an item
//   static atomic<Item*>& link(Item&)   the queue's own from put() until the item is taken;
//   static int priority(const Item&)    read in put() only.
//
// BUFFER-1: a thread that takes an item finds what the owner put.
//   put: write item, slot.store or exchange(release)     take: slot.CAS(acquire), read item
// BUFFER-2: an item leaves a slot once.
//   Slots go from null to an item by the owner alone, from an item to null by anybody's compare-and-swap; the owner
//   replaces an item by an exchange, which tells whether the old item is still there. ABA does no harm: whatever stands
//   in a slot is free to be taken. But it may not be what `accept` has seen, so a taker calls `accept` again when it
//   has the item, and gives a refused one to the FIFO.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/queue/overflow_fifo.h"
#include "platform/atomic.h"
#include "platform/cpu.h"

namespace xomp::queue {

// OverflowQueue: what is behind the buffers, with push(Item*) for any thread.
template <class Item, class Access, class OverflowQueue = OverflowFifo<Item, Access>>
class HierarchicalBuffer {
 public:
  using Overflow = OverflowQueue;

  struct Slot {
    atomic<Item*> item{nullptr};
    // The priority of the item that the owner put here last. Written by the owner only. Takers choose by it, so an old
    // value costs order and nothing else.
    atomic<int> priority{0};
  };

  // `slots`: empty ones, at least one, that live as long as the buffer. The owner calls it once, before its first put.
  void set_up(std::span<Slot> slots, Overflow* overflow) {
    slots_ = slots.data();
    capacity_ = slots.size();
    overflow_.store(overflow, relaxed);  // published by the next store
    ready_.store(1, release);            // [BUFFER-1] for thieves that look before the first put
  }

  // --- owner ---

  // From now on the lowest items go to this FIFO. The buffer must be empty, because late thieves may still look into
  // it.
  void set_overflow(Overflow* overflow) {
    overflow_.store(overflow, release);  // [BUFFER-1] for threads that take what is put next
  }
  Overflow* overflow() const { return overflow_.load(relaxed); }  // owner's own

  // Says whether put() would find a free slot.
  bool has_room() const {
    for (std::size_t n = 0, at = next_; n < capacity_; ++n) {
      if (slots_[at].item.load(relaxed) == nullptr) return true;  // [BUFFER-2] only the owner changes that
      at = at + 1 < capacity_ ? at + 1 : 0;
    }
    return false;
  }

  // Returns how many slots are taken, but for thefts that have just been.
  std::size_t size() const {
    std::size_t taken = 0;
    for (std::size_t n = 0; n < capacity_; ++n)
      if (slots_[n].item.load(relaxed) != nullptr) ++taken;  // [BUFFER-2] only the owner fills one
    return taken;
  }

  // Puts an item into the buffer; if that is full, the lowest of those in it and this one goes to the FIFO. Says
  // whether one did.
  bool put(Item* item) {
    const int priority = Access::priority(*item);
    Slot* lowest = nullptr;
    for (std::size_t n = 0; n < capacity_; ++n) {
      Slot& slot = slots_[next_];
      next_ = next_ + 1 < capacity_ ? next_ + 1 : 0;
      if (slot.item.load(relaxed) == nullptr) {  // [BUFFER-2] only the owner changes that
        slot.priority.store(priority, relaxed);
        slot.item.store(item, release);  // [BUFFER-1] [BUFFER-2]
        return false;
      }
      if (lowest == nullptr || slot.priority.load(relaxed) < lowest->priority.load(relaxed)) lowest = &slot;
    }
    if (lowest != nullptr && lowest->priority.load(relaxed) < priority) {  // own stores
      lowest->priority.store(priority, relaxed);
      item = lowest->item.exchange(item, acq_rel);  // [BUFFER-1] [BUFFER-2] null: a thief was faster
    }
    if (item == nullptr) return false;
    overflow()->push(item);
    return true;
  }

  // --- any thread ---

  // Takes the item of the highest priority among those that `accept(item)` allows, or returns nullptr. `accept` sees
  // items before they are taken, when another thread may have them already, so it may only read what stays readable. It
  // is called once more for the item taken.
  template <class Accept>
  Item* take(Accept&& accept) {
    if (ready_.load(acquire) == 0) return nullptr;  // [BUFFER-1]
    for (;;) {
      Item* item = nullptr;
      Slot* const slot = best(accept, item);
      if (slot == nullptr) return nullptr;
      Item* expected = item;
      if (!slot->item.compare_exchange_strong(expected, nullptr, acq_rel, relaxed)) continue;  // [BUFFER-1] [BUFFER-2]
      if (accept(item)) [[likely]]
        return item;
      // The item had left the slot and come back between the look and the compare-and-swap, with other contents. It was
      // refused, so it goes to the FIFO.
      overflow_.load(relaxed)->push(item);  // [BUFFER-1] came with the item
    }
  }
  Item* take() {
    return take([](Item*) { return true; });
  }

  // Looks at the buffer without the FIFO. A hint. It is exact for what was put before a full fence of the owner that
  // precedes one of the caller: an item that is not seen then has been taken, or is being moved to the FIFO, so look
  // there after this. A moving item is in neither place for a moment. So a thread that has put something looks for
  // sleepers afterwards even if the item went to the FIFO.
  bool looks_empty() const {
    if (ready_.load(acquire) == 0) return true;  // [BUFFER-1]
    for (std::size_t n = 0; n < capacity_; ++n)
      if (slots_[n].item.load(acquire) != nullptr) return false;
    return true;
  }

  // Every item in the buffer, without the FIFO's. For the child after fork(): nobody else uses the buffer.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t n = 0; n < capacity_; ++n)
      if (Item* item = slots_[n].item.load(relaxed)) visit(item);  // alone
  }

 private:
  template <class Accept>
  Slot* best(Accept& accept, Item*& found) {
    Slot* slot = nullptr;
    int priority = 0;
    for (std::size_t n = 0; n < capacity_; ++n) {
      Item* const item = slots_[n].item.load(acquire);  // [BUFFER-1] `accept` looks at it
      const int p = slots_[n].priority.load(relaxed);   // chooses only
      if (item == nullptr || (slot != nullptr && p <= priority) || !accept(item)) continue;
      slot = &slots_[n];
      priority = p;
      found = item;
    }
    return slot;
  }

  // Written by the owner, once but for next_. Thieves read slots_ and capacity_ after ready_.
  alignas(platform::cache_line) Slot* slots_ = nullptr;
  std::size_t capacity_ = 0;
  atomic<Overflow*> overflow_{nullptr};
  atomic<std::uint32_t> ready_{0};
  std::size_t next_ = 0;  // owner only: the slot at which the next put() begins to look
};

}  // namespace xomp::queue
