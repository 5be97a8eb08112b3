// B-queue: a bounded ring between one thread that puts and one that takes. Both sides look ahead a batch of slots and
// then work inside it without looking at anything that the other side writes. A slot holds an item or null; there is no
// shared counter. The queue never looks at what an item points to.
//
// Each side has its own index, modulo 2^32, that names a slot of the ring. At every moment the slots with items are
// those of [consumer's next, producer's next), at most `capacity` of them: the producer fills in order, and only slots
// that it knows to be null; the consumer empties in order, and only slots that it knows to be full.
//
// BQUEUE-1: an item at one index means that all items before it are there too, with what the producer wrote into them.
//   put: slot.store(item, release), index after index    take: load (acquire) of the last slot of a batch: not null.
// BQUEUE-2: a slot is filled again only after the consumer has read and emptied it, and with it all slots before it.
//   take: slot.load, slot.store(null, release), index after index    put: load (acquire) of a batch's last slot: null.
// BQUEUE-3: a consumer that goes to sleep on an empty ring is told of the next put (PROTOCOL.md).
//   producer: put, full fence, load of the sleepers    consumer: counts itself as asleep, full fence, looks_empty().
//
// Backtracking: when the last slot of a batch is not in the wanted state, the side tries half the batch, down to one
// slot. One slot is exact: null at the consumer's index means an empty ring, an item at the producer's index a full
// one. So neither side ever waits for the other to fill or empty a whole batch, at any fill, and every slot is used.
// The size that worked is remembered for the next look; it grows again after a look that worked at once.
#pragma once

#include <cassert>
#include <cstdint>

#include "platform/atomic.h"
#include "platform/cpu.h"

namespace xomp::queue {

template <class Item>
class BQueue {
 public:
  using Index = std::uint32_t;

  // `slots`: `capacity` null pointers, a power of two of at most 2^31. Called once, before another thread can see the
  // ring. `first`: the index to begin with; tests begin shortly before the wrap.
  void set_ring(atomic<Item*>* slots, std::uint32_t capacity, Index first = 0) {
    assert(capacity != 0 && (capacity & (capacity - 1)) == 0);
    producer_.slots = consumer_.slots = slots;
    producer_.mask = consumer_.mask = capacity - 1;
    producer_.restart(first);
    consumer_.restart(first);
  }

  // --- producer: one thread at a time; handing the role to another thread needs an order of its own ---

  // Returns false if the ring is full, and the caller keeps `item`.
  bool put(Item* item) {
    Side& my = producer_;
    if (my.at() == my.end() && !my.look_ahead(Holds::null)) [[unlikely]]
      return false;
    my.slot(my.at()).store(item, release);  // [BQUEUE-1] [BQUEUE-3] pairs with the consumer's look_ahead
    my.advance();
    return true;
  }

  // Says whether at least `n` items are in the ring, 0 < n <= capacity: the n-th from the end has not been taken. A
  // hint.
  bool holds_at_least(Index n) const {
    return producer_.slots[(producer_.at() - n) & producer_.mask].load(relaxed) != nullptr;
  }

  // --- consumer: one thread at a time, likewise ---

  // The oldest item, or nullptr when the ring is empty.
  Item* take() {
    Side& my = consumer_;
    if (my.at() == my.end() && !my.look_ahead(Holds::item)) return nullptr;
    atomic<Item*>& slot = my.slot(my.at());
    Item* item = slot.load(relaxed);  // acquired by look_ahead, BQUEUE-1
    slot.store(nullptr, release);     // [BQUEUE-2] pairs with the producer's look_ahead
    my.advance();
    return item;
  }

  // Where the oldest item is to be found: it holds nullptr as long as the ring is empty. It changes with each take(). For the consumer.
  const atomic<Item*>* next_slot() const { return &consumer_.slot(consumer_.at()); }

  // Says whether take() would find nothing. Exact for what was put before this look, and before a fence as in BQUEUE-3.
  // A hint for every other thread.
  bool looks_empty() const {
    const Side& my = consumer_;
    return my.at() == my.end() && my.slot(my.at()).load(acquire) == nullptr;  // [BQUEUE-1] [BQUEUE-3]
  }

  // --- for the child after fork(): nobody else uses the ring; both sides may have stopped anywhere ---

  // Every item, oldest first.
  template <class Visit>
  void for_each(Visit&& visit) const {
    const Side& my = consumer_;
    for (Index i = 0; i <= my.mask; ++i)  // null where the consumer stopped between emptying and counting
      if (Item* item = my.slot(my.at() + i).load(relaxed)) visit(item);  // alone
  }
  // Makes the ring empty and both sides new: the index of a producer that stopped
  // between filling and counting is wrong.
  void clear() {
    for (Index i = 0; i <= consumer_.mask; ++i) consumer_.slots[i].store(nullptr, relaxed);  // alone
    producer_.restart(0);
    consumer_.restart(0);
  }

 private:
  enum class Holds { null, item };

  // What one side keeps for itself; the other side never reads it. `next` and `known` are atomic for looks_empty() alone,
  // which any thread may call.
  struct Side {
    static constexpr std::uint32_t kLargestBatch = 64;

    atomic<Item*>* slots = nullptr;  // written once
    std::uint32_t mask = 0;          // written once
    atomic<Index> next{0};           // where this side works next
    atomic<Index> known{0};          // the slots [next, known) are in the state that this side wants: null or items
    std::uint32_t batch = 1;         // slots to look ahead next time, a power of two

    Index at() const { return next.load(relaxed); }                  // own, or a hint
    Index end() const { return known.load(relaxed); }                // likewise
    void advance() { next.store(next.load(relaxed) + 1, relaxed); }  // own
    atomic<Item*>& slot(Index i) const { return slots[i & mask]; }

    // Looks ahead from `next` for slots in the wanted state. False when not even the first one is.
    bool look_ahead(Holds wanted) {
      std::uint32_t n = batch;
      while ((slot(at() + n - 1).load(acquire) != nullptr) != (wanted == Holds::item)) {  // [BQUEUE-1] [BQUEUE-2]
        if (n == 1) {
          batch = 1;
          return false;
        }
        n /= 2;
      }
      known.store(at() + n, relaxed);  // own
      // At most half of the ring: the other side should find a batch, too.
      batch = n == batch && 4 * std::uint64_t{n} <= std::uint64_t{mask} + 1 && n < kLargestBatch ? 2 * n : n;
      return true;
    }
    void restart(Index first) {
      next.store(first, relaxed);  // alone
      known.store(first, relaxed);
      batch = 1;
    }
  };

  alignas(platform::cache_line) Side producer_;
  alignas(platform::cache_line) Side consumer_;
};

}  // namespace xomp::queue
