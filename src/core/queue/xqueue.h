// XQueue: the queues of one thread that takes items from among `producers` threads that put them. Each producer has a
// B-queue of its own there, so nobody shares a queue with another producer: the consumer's own (its master queue) and
// one for each other thread (its auxiliary queues). The consumer looks into its master queue, then where a hint points,
// then into all. Called by scheduling policies. Producers are numbered from 0, and one of them is the consumer.
//
// A queue is made by its producer at its first put, in memory that the caller chooses (near the consumer). An XQueue
// takes two pointers and a bit for each producer, and a ring for each pair of threads that has talked.
//
// XQUEUE-1: a thread that finds a queue in the table, or its bit, finds the queue ready
// for use; a set bit has its queue.
//   producer: makes the ring, rings_[p].store(release), created_.fetch_or(bit, release), then its first put
//   consumer: rings_[p].load(acquire); or created_.load(acquire), then rings_[p].load
// XQUEUE-2: a consumer that goes to sleep on empty queues is told of the next put, also when it is a queue's first.
//   producer: XQUEUE-1, put (BQUEUE-3), full fence, load of the sleepers
//   consumer: counts itself as asleep, full fence, looks_empty(): all bits, and each queue that has one.
#pragma once

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <new>

#include "core/queue/b_queue.h"
#include "platform/atomic.h"
#include "platform/cpu.h"

namespace xomp::queue {

template <class Item>
class XQueue {
 public:
  using Number = std::uint32_t;  // of a producer

  // So many takes in a row may come from the master queue or the hinted one. Then all queues get a turn, so that no
  // item waits for ever.
  static constexpr std::uint32_t kMostFavoured = 64;

  // `consumer` is one of the producers. Each ring gets `capacity` slots, a power of two. `allocate(bytes)` gives memory
  // that is aligned to a cache line, or nullptr. Called once, before another thread can see the queues. Returns false
  // if there is no memory.
  template <class Allocate>
  bool set_up(Number consumer, Number producers, std::uint32_t capacity, Allocate&& allocate) {
    assert(consumer < producers);
    consumer_ = consumer;
    producers_ = producers;
    capacity_ = capacity;
    void* memory = allocate(table_bytes());
    if (memory == nullptr) return false;
    created_ = new (memory) atomic<std::uint64_t>[words()] {};
    rings_ = new (created_ + words()) atomic<Ring*>[producers] {};
    next_slots_ = new (rings_ + producers) const atomic<Item*>* [producers] {};
    hint_.store(kNoHint, relaxed);  // no other thread can see the queues yet
    next_turn_ = favoured_ = 0;
    return true;
  }

  // --- producers: each with its own number, one thread at a time ---

  // Returns false if the queue is full, or there is no memory for it, and the caller keeps `item`. `allocate` is called
  // as above, only at this producer's first put or again after it gave nothing.
  template <class Allocate>
  bool put(Number producer, Item* item, Allocate&& allocate) {
    Ring* ring = rings_[producer].load(relaxed);  // own store
    if (ring == nullptr) [[unlikely]]
      ring = create(producer, allocate(ring_bytes()));
    if (ring == nullptr || !ring->put(item)) return false;
    // The consumer looks into its own queue anyway. The load comes first, so that the line stays shared while one
    // producer is at work.
    if (producer != consumer_ && hint_.load(relaxed) != producer) hint_.store(producer, relaxed);  // hint
    return true;
  }

  // Says whether at least `n` of this producer's items wait. A hint. Called by that producer.
  bool holds_at_least(Number producer, std::uint32_t n) const {
    const Ring* const r = rings_[producer].load(relaxed);  // own store
    return r != nullptr && r->holds_at_least(n);
  }

  // --- consumer: one thread at a time ---

  // Takes an item, or returns nullptr after every queue was found empty, one after the other. No item waits for ever
  // while others are taken, because after kMostFavoured takes it is the next queue's turn, and so on in a circle.
  Item* take() {
    if (favoured_ < kMostFavoured) [[likely]] {
      Item* item = take_from(consumer_);
      if (item == nullptr) item = take_hinted();
      if (item != nullptr) {
        ++favoured_;
        return item;
      }
    }
    favoured_ = 0;
    return take_in_turn();
  }

  // Says whether take() would find nothing. Exact for what was put before this look, and before a fence as in XQUEUE-2.
  bool looks_empty() const {
    return !find(0, [this](Number p) { return !ring(p)->looks_empty(); });
  }

  // --- for the child after fork(): nobody else uses the queues ---

  // Every item, each queue's oldest first.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (Number p = 0; p < producers_; ++p)  // not by the bits: a creator may have stopped before it set its one
      if (const Ring* r = ring(p)) r->for_each(visit);
  }
  // Makes all queues empty; they keep their memory.
  void clear() {
    for (Number p = 0; p < producers_; ++p)
      if (Ring* r = ring(p)) {
        r->clear();
        next_slots_[p] = nullptr;
        mark_created(p);
      }
  }
  // Gives all memory back, piece by piece, by release(start, bytes). set_up() may follow.
  template <class Release>
  void tear_down(Release&& release) {
    for (Number p = 0; p < producers_; ++p)
      if (Ring* r = ring(p)) release(static_cast<void*>(r), ring_bytes());
    release(static_cast<void*>(created_), table_bytes());
    rings_ = nullptr;
    producers_ = 0;
  }

  // Returns how many queues exist, for statistics.
  Number created() const {
    Number n = 0;
    find(0, [&n](Number) {
      ++n;
      return false;
    });
    return n;
  }

 private:
  using Ring = BQueue<Item>;  // in one piece with its slots, which follow
  static constexpr Number kBits = 64, kNoHint = ~Number{0};

  Number words() const { return (producers_ + kBits - 1) / kBits; }
  std::size_t table_bytes() const {
    return words() * sizeof(created_[0]) + producers_ * (sizeof(rings_[0]) + sizeof(next_slots_[0]));
  }
  std::size_t ring_bytes() const { return sizeof(Ring) + capacity_ * sizeof(atomic<Item*>); }

  Ring* ring(Number p) const { return rings_[p].load(acquire); }  // [XQUEUE-1]

  Item* take_from(Number p) {
    Ring* r = ring(p);
    if (r == nullptr) return nullptr;
    Item* const item = r->take();
    next_slots_[p] = r->next_slot();
    return item;
  }
  // A hint, as the producer may fill the slot at once. It spares a look into the ring, whose line would be one more for each producer.
  bool is_known_empty(Number p) const {
    const atomic<Item*>* const slot = next_slots_[p];
    return slot != nullptr && slot->load(relaxed) == nullptr;  // hint
  }
  Item* take_hinted() {
    const Number p = hint_.load(relaxed);  // hint: whatever it says, take_in_turn() follows before "empty"
    return p != kNoHint ? take_from(p) : nullptr;
  }
  // Looks into every queue once, beginning behind the one that gave the last item found by this function.
  Item* take_in_turn() {
    Item* item = nullptr;
    find(next_turn_, [&](Number p) {
      if (is_known_empty(p)) return false;
      item = take_from(p);
      if (item != nullptr) next_turn_ = p + 1 < producers_ ? p + 1 : 0;
      return item != nullptr;
    });
    return item;
  }

  // Calls visit(p) for every queue that exists, in a circle from `first` on, until it
  // returns true. Returns whether it did.
  template <class Visit>
  bool find(Number first, Visit&& visit) const {
    const Number last = words();
    const std::uint64_t from_first = ~std::uint64_t{0} << first % kBits;
    Number word = first / kBits;
    for (Number i = 0; i <= last; ++i) {  // the first word twice: its upper part, and at the end its lower one
      std::uint64_t bits = created_[word].load(acquire);  // [XQUEUE-1] [XQUEUE-2]
      if (i == 0) bits &= from_first;
      if (i == last) bits &= ~from_first;
      for (; bits != 0; bits &= bits - 1)
        if (visit(word * kBits + static_cast<Number>(std::countr_zero(bits)))) return true;
      if (++word == last) word = 0;
    }
    return false;
  }

  [[gnu::noinline, gnu::cold]] Ring* create(Number producer, void* memory) {
    if (memory == nullptr) return nullptr;
    Ring* r = new (memory) Ring;
    auto* slots = new (r + 1) atomic<Item*>[capacity_] {};
    r->set_ring(slots, capacity_);
    rings_[producer].store(r, release);  // [XQUEUE-1]
    mark_created(producer);
    return r;
  }
  void mark_created(Number producer) {
    created_[producer / kBits].fetch_or(std::uint64_t{1} << producer % kBits, release);  // [XQUEUE-1] [XQUEUE-2]
  }

  // Written by set_up(); the arrays' elements by the producers, once each.
  alignas(platform::cache_line) atomic<Ring*>* rings_ = nullptr;  // one for each producer, null until its first put
  atomic<std::uint64_t>* created_ = nullptr;                      // a bit for each producer: its ring exists
  const atomic<Item*>** next_slots_ =
      nullptr;  // the consumer's: Ring::next_slot() of each ring that it has looked into
  Number consumer_ = 0;
  Number producers_ = 0;
  std::uint32_t capacity_ = 0;
  // The producer that put last; a hint. Written by all producers.
  alignas(platform::cache_line) atomic<Number> hint_{kNoHint};
  // Written by the consumer only.
  alignas(platform::cache_line) Number next_turn_ = 0;  // where the next search through all begins
  std::uint32_t favoured_ = 0;                          // takes in a row from the master queue or the hinted one
};

}  // namespace xomp::queue
