// The ready tasks of one thread. The owner's end is private and needs no fence, the other end is public and thieves
// take from it. The owner moves items to the public side at a thief's steal request; a thief may move them itself while
// the owner is busy elsewhere ("raid"). The deque never looks at what an item points to.
//
// Indexes count modulo 2^24 and name slots of a ring. top <= split <= bottom:
//   [top, split)    public:  a thief takes the item at `top` by a compare-and-swap of `shared_`.
//   [split, bottom) private: the owner pushes and pops at `bottom` with plain stores.
// `shared_` holds top, split and the raider (0 = none) in one word, so every change of the boundary is seen whole.
// A raid starts only while the public part is empty (top == split), and nobody takes while it lasts.
//
// DEQUE-1: a thread that takes an index finds what the owner put there.
//   owner: slot.store, bottom_.store(release), later shared_ (release)   thief: shared_.CAS(acquire), slot.load.
//   A raider that moves split acquires bottom_ first and releases shared_, so the chain holds through it. What it reads
//   in bottom_ may come from a pop, so pop's store releases, too.
// DEQUE-2: the owner overwrites a slot only after the thief of its former item has read it.
//   thief: slot.load, slot.store of its mark, taken_.fetch_add(release)
//   owner: taken_.load(acquire) == top, slot.store.
// DEQUE-3: the owner and a raider never both have an item (asymmetric Dekker).
//   owner:  bottom_.store(b), light fence, shared_.load: private if split <= b.
//   raider: shared_.CAS(split', raider), heavy fence, bottom_.load: publishes at most up to what it reads.
//   The heavy fence falls before or after the owner's light one.
//   Before: the owner's load sees the raid. The owner settles it by a CAS of its own; the raider's second CAS fails.
//   After:  the raider reads b or less and leaves slot b alone.
// ASK-1: a thief that goes to sleep on an empty deque is told of the next push (PROTOCOL.md).
//   owner: bottom_.store, light fence, requested_.load; on a request: requested_ = 0, full fence, load of the sleepers.
//   thief: counts itself as asleep, full fence, requested_ = 1 if it reads 0, heavy fence, bottom_.load.
#pragma once

#include <cstddef>
#include <cstdint>

#include "platform/atomic.h"
#include "platform/cpu.h"
#include "platform/fence.h"

namespace xomp::queue {

enum class PushResult { pushed, pushed_and_requested, full };
enum class Share { half, all };
// What a thief wants: `many` after items that were hardly worth a theft.
enum class Request : std::uint32_t { none, usual, many };

template <class Item>
class SplitDeque {
 public:
  using Index = std::uint32_t;  // modulo 2^24
  static constexpr int kUnnamed = -1;

  // `slots`: `capacity` zeroed pointers, a power of two of at most 2^22. The owner calls
  // it once, before its first push. A full ring takes items again when more than `few` places are free, and does not look at that
  // for `few` pushes: for an owner whose overflow goes elsewhere, because each look costs both sides a line of the
  // cache.
  void set_ring(atomic<Item*>* slots, std::uint32_t capacity, std::uint32_t few = 0) {
    slots_ = slots;
    mask_ = capacity - 1;
    few_ = few;
    limit_ = wrap(bottom_.load(relaxed) + capacity);  // owner's own
  }
  bool has_ring() const { return slots_ != nullptr; }
  atomic<Item*>* ring() const { return slots_; }
  // Uses this word for steal requests: the owner of several deques has one word for all. Before the first push.
  void share_requests(atomic<std::uint32_t>& word) { requests_ = &word; }

  // --- owner ---

  // Puts an item at the private end. `pushed_and_requested`: there is a steal request, take_request() should follow.
  PushResult push(Item* item) {
    const Index b = bottom_.load(relaxed);  // owner's own
    if (b == limit_ && !extend_limit(b)) [[unlikely]]
      return PushResult::full;
    slots_[b & mask_].store(item, relaxed);  // [DEQUE-1] published by the next store
    bottom_.store(wrap(b + 1), release);     // [DEQUE-1]
    platform::fence_light();                 // [ASK-1]
    return requests_->load(relaxed) != 0 ? PushResult::pushed_and_requested : PushResult::pushed;  // [ASK-1]
  }

  // Takes the newest item at or above `floor`, or returns nullptr.
  Item* pop(Index floor) {
    Index b = bottom_.load(relaxed);  // owner's own
    if (b == floor) return nullptr;
    b = wrap(b - 1);
    bottom_.store(b, release);  // [DEQUE-3]; [DEQUE-1] for a raider that reads this value
    platform::fence_light();    // [DEQUE-3]
    const std::uint64_t seen = shared_.load(acquire);
    if (distance(b, split_of(seen)) < 0) [[unlikely]]
      return pop_public(b);
    return slots_[b & mask_].load(relaxed);  // own store
  }

  // Items that are pushed from now on stand at this position or above.
  Index bottom() const { return bottom_.load(relaxed); }  // owner's own

  // Says that there is a steal request and that there are private items to share. For an owner that works off items
  // without a push, because only a push would tell it of the request.
  bool must_share() const {
    return requests_->load(relaxed) != 0 &&      // hint: the next push or pop sees it
           bottom_.load(relaxed) != own_split_;  // owner's own; after a raid the owner may serve with nothing
  }

  // Returns how many of the items that were put from index `floor` on have been stolen; the result may be too low.
  int stolen_from(Index floor) const {
    const int n = distance(top_of(shared_.load(relaxed)), floor);  // hint
    return n > 0 ? n : 0;
  }
  // The number of the thief that stole the item put at index `i`, or kUnnamed while that is not known.
  int thief_of(Index i) const {
    Item* const item = slots_[i & mask_].load(relaxed);  // hint
    return is_mark(item) ? static_cast<int>(reinterpret_cast<std::uintptr_t>(item) / 2) : kUnnamed;
  }

  // Returns how many items are here, but for thefts that have just been.
  int items() const { return distance(bottom_.load(relaxed), top_of(shared_.load(relaxed))); }  // owner's own; a hint
  // As items(), without the thefts since the owner last moved the boundary, so that the thieves' line is left alone.
  int items_at_most() const { return distance(bottom_.load(relaxed), top_of(own_view_)); }  // owner's own
  // Says whether at least `wanted` items are here and there is no steal request.
  bool holds_unrequested(int wanted) const { return items() >= wanted && requests_->load(relaxed) == 0; }  // hint

  // Forgets the request, and says what it was. The caller goes on with a full fence, publish(), and a look at the
  // sleepers (ASK-1).
  Request take_request() {
    const std::uint32_t request = requests_->load(relaxed);  // hint: what comes between the two is served as well
    requests_->store(0, relaxed);                            // [ASK-1]
    return static_cast<Request>(request);
  }
  // To be called shortly before publish(), so that the thieves' line comes meanwhile.
  void prefetch_word() const { platform::prefetch_to_write(&shared_); }
  // Moves private items, half of them rounded up or all, to the public side. Returns how many are public now.
  int publish(Share share) {
    // A guess instead of a load, so that the line comes from the thieves once, not twice.
    // Right if no thief has been there.
    std::uint64_t seen = own_view_;
    for (;;) {
      const Index top = top_of(seen);
      const Index split = raider_of(seen) == 0 ? split_of(seen) : top;
      const int unshared = distance(bottom_.load(relaxed), split);  // owner's own
      const Index wanted = wrap(split + static_cast<Index>(share == Share::all ? unshared : (unshared + 1) / 2));
      own_split_ = wanted;
      if (raider_of(seen) == 0 && wanted == split) {
        own_view_ = seen;
        return distance(split, top);
      }
      own_view_ = pack(top, wanted, 0);
      // [DEQUE-1] release. [DEQUE-3] It ends a raid, because the raider's second CAS fails then.
      if (shared_.compare_exchange_weak(seen, own_view_, acq_rel, acquire)) return distance(wanted, top);
    }
  }
  // Changes with each theft that the owner has noticed, which it does when it moves the boundary.
  Index thefts() const { return top_of(own_view_); }  // owner's own
  // Makes the owner's next push report a steal request.
  void request_self() { requests_->store(static_cast<std::uint32_t>(Request::usual), relaxed); }  // as request()

  // --- thieves ---

  // Takes the oldest public item, or returns nullptr. Any thread.
  Item* steal(int thief = kUnnamed) {
    Item* item = nullptr;
    steal_half(&item, 1, thief);
    return item;
  }
  // Takes the oldest public items, half of them rounded up but at most `most`, and returns how many; `left`
  // gets how many remain. Any thread. `thief`: kUnnamed, or a number from 0 on by which the owner, and threads
  // that look for its items, learn where they went. A thief with a number is one of many: it gives up when
  // others are quicker again and again.
  int steal_half(Item** items, int most, int thief = kUnnamed, int* left = nullptr) {
    std::uint64_t seen = shared_.load(acquire);
    int pauses = 1;
    while (raider_of(seen) == 0 && top_of(seen) != split_of(seen)) {
      const Index t = top_of(seen);
      const int half = (distance(split_of(seen), t) + 1) / 2;
      const int n = half < most ? half : most;
      const Index after = wrap(t + static_cast<Index>(n));
      if (!shared_.compare_exchange_weak(seen, pack(after, split_of(seen), 0), acq_rel, acquire)) {
        if (thief == kUnnamed) continue;
        // A thief that tries again at once would take the line from another one that succeeds. So it pauses.
        if (pauses > kMostPauses) return 0;
        for (int i = 0; i < pauses; ++i) platform::cpu_relax();
        pauses *= 2;
        seen = shared_.load(acquire);
        continue;
      }
      if (left != nullptr) *left = distance(split_of(seen), after);
      for (int i = 0; i < n; ++i) {
        atomic<Item*>& slot = slots_[wrap(t + static_cast<Index>(i)) & mask_];
        items[i] = slot.load(relaxed);  // [DEQUE-1] acquired above
        if (thief != kUnnamed)
          slot.store(mark_of(thief), relaxed);  // [DEQUE-2] the slot is the thief's until it is counted in taken_
      }
      if (thief != kUnnamed) last_thief_.store(thief, relaxed);  // hint
      taken_.fetch_add(static_cast<std::uint32_t>(n), release);  // [DEQUE-2]
      return n;
    }
    return 0;
  }
  // The number of the last thief that has one, or kUnnamed when there was none. A hint. Any thread.
  int last_thief() const { return last_thief_.load(relaxed); }
  // The public item that stands `behind` places behind the oldest, without taking it, or nullptr. A hint that may be
  // stale at once. Any thread.
  Item* peek(int behind = 0) const {
    const std::uint64_t seen = shared_.load(acquire);
    if (raider_of(seen) != 0 || distance(split_of(seen), top_of(seen)) <= behind) return nullptr;
    Item* const item = slots_[wrap(top_of(seen) + static_cast<Index>(behind)) & mask_].load(relaxed);  // hint
    return is_mark(item) ? nullptr : item;
  }
  // Returns how many items only the owner can take, and how many any thread can. Hints. Any thread.
  int private_items() const {
    const std::uint64_t seen = shared_.load(relaxed);  // hint
    const Index split = raider_of(seen) == 0 ? split_of(seen) : top_of(seen);
    const int n = distance(bottom_.load(acquire), split);  // hint
    return n > 0 ? n : 0;
  }
  int public_items() const {
    const std::uint64_t seen = shared_.load(relaxed);  // hint
    return raider_of(seen) != 0 ? 0 : distance(split_of(seen), top_of(seen));
  }

  // The word that is not 0 while somebody has asked and the owner has not answered. Owner.
  const atomic<std::uint32_t>& request_word() const { return *requests_; }
  // Says that somebody has asked and the owner has not answered. It looks at no line that the owner writes with every
  // item.
  bool is_requested() const { return requests_->load(relaxed) != 0; }  // hint
  // Sends a steal request, because a thief has found nothing to take. Any thread.
  void request(Request what = Request::usual) {
    if (requests_->load(relaxed) == 0) requests_->store(static_cast<std::uint32_t>(what), relaxed);  // [ASK-1]
  }

  // A raid makes half of the owner's private items public without the owner, when the owner does not
  // serve requests. A raider calls begin_raid() on one deque or on many, then passes one heavy fence for
  // all, then calls end_raid() on each.
  class Raid {
    friend SplitDeque;
    std::uint64_t word_ = 0;
  };
  // `raider`: not 0, unique among the threads that may raid. Returns false if there is no raid to end.
  [[gnu::noinline, gnu::cold]] bool begin_raid(std::uint16_t raider, Raid& raid) {
    std::uint64_t seen = shared_.load(acquire);
    const Index top = top_of(seen);
    if (raider_of(seen) != 0 || top != split_of(seen)) return false;
    const int unshared = distance(bottom_.load(acquire), top);  // [DEQUE-1]
    if (unshared <= 0) return false;
    const Index wanted = wrap(top + static_cast<Index>((unshared + 1) / 2));
    raid.word_ = pack(top, wanted, raider);
    return shared_.compare_exchange_strong(seen, raid.word_, acq_rel, relaxed);
  }
  // `fenced`: the heavy fence was passed; without it nothing becomes public. Returns whether
  // there may be something to steal now.
  [[gnu::noinline, gnu::cold]] bool end_raid(Raid& raid, bool fenced) {
    const Index top = top_of(raid.word_);
    const Index b = bottom_.load(acquire);  // [DEQUE-1] [DEQUE-3]
    Index end = fenced ? split_of(raid.word_) : top;
    if (distance(b, end) < 0) end = b;
    if (distance(end, top) < 0) end = top;
    // Fails when the owner has settled the raid.
    shared_.compare_exchange_strong(raid.word_, pack(top, end, 0), acq_rel, relaxed);
    return end != top;
  }
  // A whole raid on this deque alone. Returns whether there may be something to steal now.
  bool raid(std::uint16_t raider) {
    Raid raid;
    if (!begin_raid(raider, raid)) return public_items() != 0;
    const bool fenced = platform::fence_heavy();
    return end_raid(raid, fenced);
  }

  // --- for the child after fork(): nobody else uses the deque ---

  // Every item, oldest first.
  template <class Visit>
  void for_each(Visit&& visit) const {
    const Index end = bottom_.load(relaxed);  // alone
    for (Index i = top_of(shared_.load(relaxed)); i != end; i = wrap(i + 1)) visit(slots_[i & mask_].load(relaxed));
  }
  // Forgets a raider and thieves that no longer exist.
  void forget_others() {
    const std::uint64_t seen = shared_.load(relaxed);
    if (raider_of(seen) != 0) shared_.store(pack(top_of(seen), top_of(seen), 0), relaxed);
    taken_.store(top_of(seen), relaxed);
  }

 private:
  static constexpr std::uint32_t kIndexMask = (1u << 24) - 1;
  static constexpr int kMostPauses = 32;

  // A thief's mark in a slot. It is odd, and so no address of an item.
  static Item* mark_of(int thief) { return reinterpret_cast<Item*>(static_cast<std::uintptr_t>(thief) * 2 + 1); }
  static bool is_mark(const Item* item) { return (reinterpret_cast<std::uintptr_t>(item) & 1) != 0; }

  static Index wrap(std::uint32_t i) { return i & kIndexMask; }
  // a - b as a signed number, for indexes less than 2^23 apart.
  static int distance(Index a, Index b) { return static_cast<std::int32_t>((a - b) << 8) >> 8; }
  static Index top_of(std::uint64_t w) { return static_cast<Index>(w) & kIndexMask; }
  static Index split_of(std::uint64_t w) { return static_cast<Index>(w >> 24) & kIndexMask; }
  static std::uint16_t raider_of(std::uint64_t w) { return static_cast<std::uint16_t>(w >> 48); }
  static std::uint64_t pack(Index top, Index split, std::uint16_t raider) {
    return top | static_cast<std::uint64_t>(split) << 24 | static_cast<std::uint64_t>(raider) << 48;
  }

  // The private part is used up: takes half of the public part back, or finds that there is nothing. `b` is the index
  // being popped, already stored in bottom_.
  [[gnu::noinline, gnu::cold]] Item* pop_public(Index b) {
    std::uint64_t seen = shared_.load(acquire);
    for (;;) {
      const Index top = top_of(seen);
      const int left = distance(wrap(b + 1), top);  // all of them are the owner's to take back
      if (left <= 0) {
        if (raider_of(seen) == 0 || shared_.compare_exchange_weak(seen, pack(top, top, 0), acq_rel, acquire)) {
          own_split_ = top;
          own_view_ = pack(top, top, 0);
          bottom_.store(wrap(b + 1), release);  // nothing was taken; [DEQUE-1]
          return nullptr;
        }
        continue;
      }
      const Index split = wrap(b + 1 - static_cast<Index>((left + 1) / 2));
      // [DEQUE-3] Once this succeeds neither a thief nor a raider has index b.
      if (shared_.compare_exchange_weak(seen, pack(top, split, 0), acq_rel, acquire)) {
        own_split_ = split;
        own_view_ = pack(top, split, 0);
        return slots_[b & mask_].load(relaxed);  // own store
      }
    }
  }

  // Thieves may have made room beyond `limit_`. False while the ring is full.
  [[gnu::noinline, gnu::cold]] bool extend_limit(Index b) {
    if (slots_ == nullptr) return false;
    if (refusals_ != 0) return --refusals_, false;
    const std::uint32_t taken = taken_.load(acquire);  // [DEQUE-2]
    // Loaded after `taken`, so never behind it. The two are equal only if all thieves have read.
    const Index top = top_of(shared_.load(relaxed));
    const Index limit = wrap(taken) == top ? wrap(top + mask_ + 1) : limit_;
    if (wrap(limit - b) <= few_) return refusals_ = few_, false;
    limit_ = limit;
    return true;
  }

  // Written by the owner only; thieves read bottom_.
  alignas(platform::cache_line) atomic<Index> bottom_{0};
  Index limit_ = 0;                 // first index whose slot may not be written yet
  Index own_split_ = 0;             // split as it was when the owner last moved it: no look at the thieves' line
  std::uint64_t own_view_ = 0;      // shared_ as it was then
  Index refusals_ = 0;              // of so many pushes, before the next look at what thieves took
  Index mask_ = 0;                  // written once
  Index few_ = 0;                   // written once
  atomic<Item*>* slots_ = nullptr;  // written once
  atomic<std::uint32_t>* requests_ = &requested_;  // written once
  // Written by thieves and, when the boundary moves, by the owner.
  alignas(platform::cache_line) atomic<std::uint64_t> shared_{0};
  // Written by thieves after a theft. It has a line of its own, so that the next thief and the owner need not wait for
  // it. The owner reads taken_ when the ring seems full.
  alignas(platform::cache_line) atomic<std::uint32_t> taken_{0};  // items that thieves have finished to read
  atomic<std::int32_t> last_thief_{kUnnamed};                     // written by thieves only
  // Set by thieves, cleared by the owner.
  alignas(platform::cache_line) atomic<std::uint32_t> requested_{0};
};

}  // namespace xomp::queue
