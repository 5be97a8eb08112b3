// OMPi's task queue: a bounded circular queue of one owner. The owner alone puts items in, with plain stores. Every
// taking, the owner's too, goes through CC-Synch (Fatourou and Kallimanis 2012): a thread that wants an item swaps a
// node of its own into a list and waits. The thread at the list's head is the *combiner*: it takes items for up to
// `most_served` of the threads that wait behind it, in their order, and hands its role to the next. A taking costs one
// read-modify-write.
//
// The items are those of the indexes bottom <= i < top, which have 64 bits and do not come round. The owner
// takes the newest, other threads the oldest. N threads need N + 1 nodes: one for the queue, one for each
// thread. Each taking leaves the thread with another node than before, so nodes belong to the queue, not to the
// thread, and live as long as the queue.
//
// CC-1: a thread that finds a node at the tail finds it reset.
//   next, state.store(relaxed), tail.exchange(release part)    tail.exchange(acquire part), node.state
// CC-2: the combiner finds a request whole.
//   request fields, node.next.store(release)                   node.next.load(acquire), request fields
// CC-3: a served request, or the combiner's role, brings along all that former combiners did: node.item, bottom_, top_.
//   node.state.store(release)                                  node.state.load(acquire)
// CC-4: a thread that takes index i finds what the owner put there.
//   write slot i, top_.store(release)                          top_.load(acquire), read slot i
// CC-5: a slot is written again only after it was read.
//   read slot i, bottom_.store(release)                        bottom_.load(acquire) > i, write slot of i + ring
// CC-6: top_ has one writer at a time. The owner writes it in push(). A combiner writes it only to serve a request for
//   the newest item; only the owner makes such a request, and it waits meanwhile (CC-3 both ways).
#pragma once

#include <cstdint>
#include <type_traits>

#include "platform/atomic.h"
#include "platform/cpu.h"

namespace xomp::queue {

template <class Item>
class CombiningQueue {
 public:
  static constexpr std::uint32_t kDefaultCapacity = 24;  // OMPi's
  static constexpr std::uint32_t kMostServed = 64;

  class Node;

  // Returns how many slots a queue of `capacity` items needs: the next power of two.
  static constexpr std::uint32_t slots_for(std::uint32_t capacity) {
    std::uint32_t n = 1;
    while (n < capacity) n *= 2;
    return n;
  }

  // `slots`: slots_for(capacity) pointers. `first`: a node that no thread has. `most_served`: at least 1;
  // bounds the time that one combiner works for others. Called before the first use, or alone in the child
  // after fork(), where the items stay.
  void set_up(atomic<Item*>* slots, std::uint32_t capacity, Node* first, std::uint32_t most_served = kMostServed) {
    slots_ = slots;
    capacity_ = capacity;
    mask_ = slots_for(capacity) - 1;
    most_served_ = most_served;
    first->next_.store(nullptr, relaxed);                 // alone
    first->state_.store(Node::State::combiner, relaxed);  // alone
    tail_.store(first, release);                          // [CC-1]
  }

  // --- owner ---

  // False when the queue is full.
  bool push(Item* item) {
    const Index t = top_.load(relaxed);  // [CC-6] own, or acquired with a served request
    if (t - bottom_.load(acquire) >= capacity_) [[unlikely]]
      return false;                          // [CC-5]
    slots_[t & mask_].store(item, relaxed);  // [CC-4] published by the next store
    top_.store(t + 1, release);              // [CC-4]
    return true;
  }

  // Takes the newest item if `accept(item)` is true, else returns nullptr. `accept` may run on another thread, while
  // the item is in the queue. `give_way()` is called again and again after a short wait: it lets another thread have
  // the processor, and must not use this queue.
  template <class Accept, class GiveWay>
  Item* pop(Node*& mine, Accept&& accept, GiveWay&& give_way) {
    return ask(mine, End::newest, accept, give_way);
  }
  template <class GiveWay>
  Item* pop(Node*& mine, GiveWay&& give_way) {
    return pop(mine, [](Item*) { return true; }, give_way);
  }

  // --- any thread, the owner too ---

  // Takes the oldest item if `accept(item)` is true; for the rest as pop().
  template <class Accept, class GiveWay>
  Item* steal(Node*& mine, Accept&& accept, GiveWay&& give_way) {
    return ask(mine, End::oldest, accept, give_way);
  }
  template <class GiveWay>
  Item* steal(Node*& mine, GiveWay&& give_way) {
    return steal(mine, [](Item*) { return true; }, give_way);
  }

  // Returns how many items there are: a hint. Between the owner's own calls the true number is what the owner read, or
  // less.
  std::uint32_t size() const {
    const Index b = bottom_.load(acquire);  // before top_, as looks_empty() wants it
    const Index t = top_.load(acquire);
    return t > b ? static_cast<std::uint32_t>(t - b) : 0;
  }
  std::uint32_t capacity() const { return capacity_; }

  // A hint. It is exact for what was pushed before a full fence of the owner that precedes one of the
  // caller: an item that is not seen then has been taken. bottom_ only grows and is read first: equal means
  // empty at the moment of the second load.
  bool looks_empty() const { return size() == 0; }

  // --- for the child after fork(): nobody else uses the queue; set_up() with a fresh node replaces a vanished combiner

  // Visits every item, oldest first, except for one that a vanished combiner was handing over.
  template <class Visit>
  void for_each(Visit&& visit) const {
    const Index end = top_.load(relaxed);                                                        // alone
    for (Index i = bottom_.load(relaxed); i < end; ++i) visit(slots_[i & mask_].load(relaxed));  // alone
  }

 private:
  using Index = std::uint64_t;
  enum class End : std::uint8_t { newest, oldest };
  static constexpr int kSpins = 64;  // looks of a waiting thread before it gives way

 public:
  class alignas(platform::cache_line) Node {
   public:
    Node() = default;

   private:
    friend class CombiningQueue;
    enum class State : std::uint8_t {
      waiting,   // set by the thread that brings the node in, before the node becomes the tail
      done,      // set by a combiner: item_ is the result
      combiner,  // set by the last combiner: the node's present or next thread serves now
    };
    // Written by the requesting thread before next_, read by the combiner.
    bool (*accepts_)(void* accept, Item* item) = nullptr;
    void* accept_ = nullptr;
    End end_ = End::oldest;
    // Written by the combiner before state_, read by the requesting thread after it.
    Item* item_ = nullptr;
    atomic<Node*> next_{nullptr};  // null until the requesting thread has written its request
    atomic<State> state_{State::waiting};
  };

 private:
  // Swaps `mine` into the list and has the request served.
  template <class Accept, class GiveWay>
  Item* ask(Node*& mine, End end, Accept& accept, GiveWay&& give_way) {
    if (looks_empty()) return nullptr;  // truly empty at that moment: nothing to queue up for
    Node* const next = mine;
    next->next_.store(nullptr, relaxed);                // [CC-1]
    next->state_.store(Node::State::waiting, relaxed);  // [CC-1]
    Node* const node = tail_.exchange(next, acq_rel);   // [CC-1]
    node->accepts_ = [](void* a, Item* item) -> bool {
      return (*static_cast<std::remove_reference_t<Accept>*>(a))(item);
    };
    node->accept_ = const_cast<void*>(static_cast<const void*>(&accept));
    node->end_ = end;
    node->next_.store(next, release);  // [CC-2]
    mine = node;
    typename Node::State state = node->state_.load(acquire);                                  // [CC-1] [CC-3]
    for (int looks = 0; state == Node::State::waiting; state = node->state_.load(acquire)) {  // [CC-3]
      if (looks < kSpins) {
        ++looks;
        platform::cpu_relax();
      } else {
        give_way();
      }
    }
    if (state == Node::State::combiner) serve(node);
    return node->item_;
  }

  // Combiner: serves the request of `node`, its own, and those behind it, then hands over.
  void serve(Node* node) {
    for (std::uint32_t served = 0; served < most_served_; ++served) {
      Node* const next = node->next_.load(acquire);  // [CC-2] read first: a served node is its thread's again
      if (next == nullptr) break;                    // the tail, or its thread is about to write and will be combiner
      node->item_ = take(*node);
      node->state_.store(Node::State::done, release);  // [CC-3]
      node = next;
    }
    node->state_.store(Node::State::combiner, release);  // [CC-3]
  }

  // Combiner: takes one item without any other thread in the way.
  Item* take(const Node& request) {
    const Index b = bottom_.load(relaxed);  // [CC-3] came with the role
    const Index t = top_.load(acquire);     // [CC-4]
    if (b == t) return nullptr;
    const Index i = request.end_ == End::newest ? t - 1 : b;
    Item* const item = slots_[i & mask_].load(relaxed);  // [CC-4] acquired above
    if (!request.accepts_(request.accept_, item)) return nullptr;
    if (request.end_ == End::newest)
      top_.store(t - 1, relaxed);        // [CC-6] the owner and the next combiner get it with CC-3
    else bottom_.store(b + 1, release);  // [CC-5]
    return item;
  }

  // Written by the owner and, for the newest item, by a combiner that serves the owner (CC-6).
  alignas(platform::cache_line) atomic<Index> top_{0};
  Index mask_ = 0;  // written once, as the following
  std::uint32_t capacity_ = 0;
  std::uint32_t most_served_ = kMostServed;
  atomic<Item*>* slots_ = nullptr;  // the slots: written by the owner, read by combiners
  // Written by the combiner only; the owner reads it.
  alignas(platform::cache_line) atomic<Index> bottom_{0};
  // Written by every thread that takes, by exchange.
  alignas(platform::cache_line) atomic<Node*> tail_{nullptr};
};

}  // namespace xomp::queue
