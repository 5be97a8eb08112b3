// Chase and Lev's deque over a bounded ring, with the orders of Le, Pop, Cohen and Zappella Nardelli (2013) put on the
// accesses. The owner pushes and pops at the bottom, any thread steals at the top. Nothing blocks; a full ring refuses.
//
// Indexes are 64 bits wide and never come round (at one push a nanosecond they last 580 years). Index i
// lies in slot i mod capacity. The items are those with top <= i < bottom; bottom is one less than top
// only while a pop() finds nothing.
//
// CHASE-1: a thread that takes index i finds what the owner put there.
//   push: write slot i, bottom.store(i + 1, release)     steal: bottom.load(acquire part), read slot i
// CHASE-2: the owner and a thief never both have an item (Dekker: each writes its word, then reads the other's).
//   pop:   bottom.store(b, seq_cst), top.load(seq_cst): without a CAS only if top < b
//   steal: top.load(seq_cst), bottom.load(seq_cst), CAS of top (seq_cst): only if top < bottom
// CHASE-3: a slot is written again only when its former item has left and its thief has read the slot.
//   steal: read slot i, CAS of top (release part)        push: top.load(acquire) > i, write slot i + capacity
// Proofs, and why seq_cst accesses instead of a fence or the light and heavy pair: PROTOCOL.md.
#pragma once

#include <cstdint>
#include <new>

#include "platform/atomic.h"
#include "platform/cpu.h"

namespace xomp::queue {

template <class Item>
class ChaseLevDeque {
 public:
  using Index = std::uint64_t;

  // `slots`: `capacity` pointers, a power of two, that live as long as the deque. The owner calls
  // it once, before its first push.
  void set_ring(atomic<Item*>* slots, std::uint32_t capacity) {
    slots_ = slots;
    mask_ = capacity - 1;
    limit_ = bottom_.load(relaxed) + capacity;  // owner's own
  }
  bool has_ring() const { return slots_ != nullptr; }

  // --- owner ---

  // Returns false when the ring is full, and the caller keeps `item`. A ring in which thieves have made a little room
  // stays full for some pushes, because each look at what they took would cost both sides a line of the cache.
  bool push(Item* item) {
    const Index b = bottom_.load(relaxed);  // owner's own
    if (b == limit_ && !extend_limit(b)) [[unlikely]]
      return false;
    slots_[b & mask_].store(item, relaxed);  // [CHASE-1] published by the next store
    bottom_.store(b + 1, release);           // [CHASE-1]
    return true;
  }

  // Takes the newest item at or above position `floor`, or returns nullptr.
  Item* pop(Index floor = 0) {
    Index b = bottom_.load(relaxed);  // owner's own
    // top only grows and does not pass bottom, so a value that equals bottom is not stale.
    if (b <= floor || b == top_.load(relaxed)) return nullptr;
    bottom_.store(--b, seq_cst);   // [CHASE-2]
    Index t = top_.load(seq_cst);  // [CHASE-2]
    if (t < b) [[likely]]
      return slots_[b & mask_].load(relaxed);  // own store
    return pop_last(b, t);
  }

  // Items that are pushed from now on stand at this position or above.
  Index bottom() const { return bottom_.load(relaxed); }  // owner's own

  // --- any thread ---

  // Takes the oldest item if `accept(item)` is true; nullptr when there is none or it is refused. `accept` sees the
  // item before it is taken. Another thread may have taken the item meanwhile, and the item may even have ended, so
  // `accept` may only read what stays readable. The verdict is good for the item that steal() returns: that one stood
  // there all the time.
  template <class Accept>
  Item* steal(Accept&& accept) {
    for (;;) {
      Index t = top_.load(seq_cst);                    // [CHASE-2]
      if (t >= bottom_.load(seq_cst)) return nullptr;  // [CHASE-1] [CHASE-2]
      Item* item = slots_[t & mask_].load(relaxed);    // [CHASE-1] acquired above
      if (!accept(item)) return nullptr;
      // [CHASE-2] [CHASE-3] Fails only when another thread has taken an item.
      if (top_.compare_exchange_strong(t, t + 1, seq_cst, relaxed)) return item;
    }
  }
  Item* steal() {
    return steal([](Item*) { return true; });
  }

  // For a thief that will come again: returns what it would get then, so that it can prefetch the item. nullptr unless
  // there are many.
  const Item* soon() const {
    constexpr Index kSoon = 4;
    const Index i = top_.load(relaxed) + kSoon;              // a hint, as below
    if (i + kSoon >= bottom_.load(relaxed)) return nullptr;  // the owner may be writing near it
    return slots_[i & mask_].load(relaxed);
  }

  // A hint. It is exact for what was pushed before a full fence of the owner that precedes one of the
  // caller: an item that is not seen then has been taken. top_ is loaded first, so that bottom_ is
  // compared with a top that is no newer.
  bool looks_empty() const {
    const Index t = top_.load(acquire);
    return t >= bottom_.load(acquire);
  }
  // Returns how many items there are. A hint for all but the owner; for the owner the true number is this or less.
  std::uint32_t size() const {
    const Index t = top_.load(acquire);
    const Index b = bottom_.load(acquire);
    return b > t ? static_cast<std::uint32_t>(b - t) : 0;
  }

  // --- for the child after fork(): nobody else uses the deque ---

  // Every item, oldest first.
  template <class Visit>
  void for_each(Visit&& visit) const {
    const Index end = bottom_.load(relaxed);                                                  // alone
    for (Index i = top_.load(relaxed); i < end; ++i) visit(slots_[i & mask_].load(relaxed));  // alone
  }
  // Makes the deque as new, with its ring, because its owner no longer exists, or its items are not the child's to
  // take.
  void forget() {
    atomic<Item*>* const slots = slots_;
    const auto capacity = static_cast<std::uint32_t>(mask_ + 1);
    new (this) ChaseLevDeque;
    if (slots != nullptr) set_ring(slots, capacity);
  }
  // Completes the pop of an owner that no longer exists.
  void forget_others() {
    if (bottom_.load(relaxed) < top_.load(relaxed)) bottom_.store(top_.load(relaxed), relaxed);  // alone
  }

 private:
  // Takes the last item, at index b. A thief may have it already (t == b + 1).
  [[gnu::noinline, gnu::cold]] Item* pop_last(Index b, Index t) {
    Item* item = nullptr;
    if (t == b && top_.compare_exchange_strong(t, b + 1, seq_cst, relaxed))  // [CHASE-2] thieves do the same
      item = slots_[b & mask_].load(relaxed);                                // own store
    // Relaxed is enough: top is b + 1 already, so the CAS of a thief that reads this value fails.
    bottom_.store(b + 1, relaxed);
    return item;
  }

  // Thieves may have made room beyond `limit_`. Returns false while the ring is full, or less than an eighth of it is
  // free.
  [[gnu::noinline, gnu::cold]] bool extend_limit(Index b) {
    if (slots_ == nullptr) return false;
    if (refusals_ != 0) return --refusals_, false;
    const Index limit = top_.load(acquire) + mask_ + 1;  // [CHASE-3]
    const Index few = (mask_ + 1) / 8;
    if (limit - b > few) return limit_ = limit, true;
    refusals_ = few;
    return false;
  }

  // Written by the owner only; thieves read bottom_ and then the ring's address.
  alignas(platform::cache_line) atomic<Index> bottom_{0};
  Index limit_ = 0;                 // owner only: first index whose slot may not be written yet
  Index refusals_ = 0;              // owner only: of so many pushes, before the next look at top_
  Index mask_ = 0;                  // written once
  atomic<Item*>* slots_ = nullptr;  // written once; its slots are written by the owner, read by thieves
  // Written by CAS only, by thieves and, for the last item, by the owner. It only grows.
  alignas(platform::cache_line) atomic<Index> top_{0};
};

}  // namespace xomp::queue
