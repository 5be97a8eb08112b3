// A worker's LIFO as an intrusive list: LL and LLP of PaRSEC and TTG. One owner puts items in; the owner and thieves
// take the first by a compare-and-swap of the head word. With priorities the list is sorted, highest first, new before
// old where equal. The owner puts an item in front when nothing in the list is higher; else it detaches the list,
// merges, and puts the result back by a release store. The length is not bounded.
//
// `Access` tells of an item
//   static atomic<Item*>& link(Item&)       the list's own from push() until the item is taken;
//   static int priority(const Item&)        higher first, unchanged meanwhile; not used by Arrange::newest_first.
// A thief may read the link of an item that another has taken: link() stays readable until no thief that may have seen
// the item is in steal(). The thief drops what it has read then.
//
// The head word:   | tag (rest) | address / alignof(Item) (48 bits minus the alignment's) |
//   address 0: empty; 1: the owner has the list in its hands (detached); else the first item.
// The tag changes with each push, and only then; takers keep it.
//
// LIFO-1: a thread that takes an item finds what the owner put there, and every link before it.
//   push: write link, head.CAS or store(release)     take: head.load or CAS(acquire), read link
//   (takers' CASes are read-modify-writes, so the release sequence goes on through them)
// LIFO-2: an item leaves once, and the rest of the list stays whole (ABA).
//   Under one tag each item is first at most once. The tag that a thief has read does not come round before the thief
//   is gone: push() refuses when it would (LIFO-3). The owner's own takings need no tag, as only pushes bring an item
//   back.
// LIFO-3: a thief that read a tag of window k is gone before the tags of window k + 3 come (a window: 1/4 of all tags).
//   thief: inside[p].fetch_add(1, acq_rel), head.load ... CAS, inside[p].fetch_sub(1, release)
//   owner, at each window's end: head.CAS or store, inside[other phase].fetch_add(0, acq_rel) gives 0, change of phase
// LIFO-4: what the owner did with links of a detached list is not seen by a thief that takes before the detaching.
//   thief: read link, head.CAS(release part)         owner: head.exchange(acquire part), write links
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "platform/atomic.h"
#include "platform/cpu.h"

namespace xomp::queue {

enum class Arrange : std::uint8_t { newest_first, by_priority };

template <class Item, class Access, Arrange arrange = Arrange::by_priority>
class PriorityLifo {
 public:
  // --- owner ---

  // Returns false when the item must go elsewhere, and nothing has changed: a thief has slept inside steal() for at
  // least a quarter of all tags' pushes, or the address is beyond 48 bits.
  bool push(Item* item) {
    if (!fits(item) || !advance_tag()) [[unlikely]]
      return false;
    if (must_merge(*item)) {
      Access::link(*item).store(nullptr, relaxed);  // no other thread has it yet
      merge_in(item);
    } else {
      push_front(item);
    }
    return true;
  }

  // Takes the first item if `accept(item)` is true, else returns nullptr. `accept` as for steal().
  template <class Accept>
  Item* pop(Accept&& accept) {
    Item* const item = take(head_.load(acquire), accept);  // [LIFO-1]
    if (item != nullptr) highest_ = priority_of(*item);    // what is left is not higher
    return item;
  }
  Item* pop() {
    return pop([](Item*) { return true; });
  }

  // --- any thread ---

  // Takes the first item if `accept(item)` is true; nullptr when there is none, it is refused, or the owner
  // has the list in its hands. `accept` sees the item before it is taken, when another thread may have it
  // already, so it may only read what stays readable. The verdict is good for the item that steal() returns:
  // that one was first all the time.
  template <class Accept>
  Item* steal(Accept&& accept) {
    if (!has_item(head_.load(relaxed))) return nullptr;             // hint: an older word at worst
    atomic<std::uint32_t>& inside = inside_[phase_.load(relaxed)];  // [LIFO-3] either is right
    inside.fetch_add(1, acq_rel);                                   // [LIFO-3]
    Item* const item = take(head_.load(acquire), accept);           // [LIFO-1] [LIFO-3]
    inside.fetch_sub(1, release);                                   // [LIFO-3]
    return item;
  }
  Item* steal() {
    return steal([](Item*) { return true; });
  }

  // A hint. It is exact for what was pushed before a full fence of the owner that precedes one of the caller: an item
  // that is not seen then has been taken. A list in the owner's hands is not empty.
  bool looks_empty() const { return (head_.load(acquire) & kAddressMask) == 0; }

  // --- for the child after fork(): nobody else uses the list ---

  // Every item from the first on, but for what a vanished owner had in its hands.
  template <class Visit>
  void for_each(Visit&& visit) const {
    const std::uint64_t word = head_.load(relaxed);  // alone
    Item* i = has_item(word) ? item_of(word) : nullptr;
    while (i != nullptr) {
      Item* const next = next_of(i);
      visit(i);
      i = next;
    }
  }
  // Forgets thieves and an owner that no longer exist.
  void forget_others() {
    inside_[0].store(0, relaxed);  // alone
    inside_[1].store(0, relaxed);  // alone
    if (!has_item(head_.load(relaxed))) head_.store(0, relaxed);
  }

 private:
  static constexpr int kAlignmentBits = std::countr_zero(alignof(Item));
  static constexpr int kAddressBits = 48 - kAlignmentBits;
  static constexpr std::uint64_t kAddressMask = (std::uint64_t{1} << kAddressBits) - 1;
  static constexpr std::uint64_t kDetached = 1;
  // Number of pushes from one look at the thieves to the next.
  static constexpr std::uint64_t kWindow = std::uint64_t{1} << (64 - kAddressBits - 2);
  static_assert(kAlignmentBits >= 2 && kAddressBits < 60, "address 1 must not be an item's, and four windows must be");

  static std::uint64_t address_of(const Item* item) { return reinterpret_cast<std::uintptr_t>(item); }
  static bool fits(const Item* item) { return address_of(item) >> 48 == 0; }
  static std::uint64_t pack(const Item* item, std::uint64_t tag) {
    return address_of(item) >> kAlignmentBits | tag << kAddressBits;
  }
  static Item* item_of(std::uint64_t word) {
    return reinterpret_cast<Item*>(static_cast<std::uintptr_t>((word & kAddressMask) << kAlignmentBits));
  }
  static bool has_item(std::uint64_t word) { return (word & kAddressMask) > kDetached; }
  // The item's link. The item is in a list that no other thread has, or may be gone; in that case
  // the caller does not use the link.
  static Item* next_of(Item* item) { return Access::link(*item).load(relaxed); }

  // Says whether the list may hold something higher. `highest_` decides, not the first item, which a thief may have
  // taken.
  bool must_merge(const Item& item) const {
    // Relaxed is enough, because for the owner an empty list stays empty.
    return has_item(head_.load(relaxed)) && priority_of(item) < highest_;
  }
  static int priority_of([[maybe_unused]] const Item& item) {
    if constexpr (arrange == Arrange::newest_first) return 0;
    else return Access::priority(item);
  }

  // Owner: puts the item before the list.
  void push_front(Item* item) {
    highest_ = priority_of(*item);
    std::uint64_t seen = head_.load(relaxed);  // its items are the owner's own writing
    do {
      Access::link(*item).store(has_item(seen) ? item_of(seen) : nullptr, relaxed);  // [LIFO-1] published by the CAS
    } while (!head_.compare_exchange_weak(seen, pack(item, tag_), release, relaxed));  // [LIFO-1] [LIFO-2]
  }

  // Owner: merges an item, whose link is null, into the list. Thieves go elsewhere meanwhile.
  [[gnu::noinline]] void merge_in(Item* item) {
    const std::uint64_t old = head_.exchange(kDetached, acq_rel);  // [LIFO-4]
    Item* const first = merge(item, has_item(old) ? item_of(old) : nullptr);
    highest_ = priority_of(*first);
    head_.store(pack(first, tag_), release);  // [LIFO-1] [LIFO-2] nobody changes the word of a detached list
  }

  // Any thread: the common part of pop() and steal().
  template <class Accept>
  Item* take(std::uint64_t seen, Accept&& accept) {
    while (has_item(seen)) {
      Item* const item = item_of(seen);
      const std::uint64_t rest = pack(next_of(item), 0) | (seen & ~kAddressMask);  // [LIFO-1] [LIFO-2] the same tag
      if (!accept(item)) return nullptr;
      if (head_.compare_exchange_weak(seen, rest, acq_rel, acquire)) return item;  // [LIFO-1] [LIFO-2] [LIFO-4]
    }
    return nullptr;
  }

  // Owner: a new tag for the next push; false when thieves must leave before.
  bool advance_tag() {
    if (((tag_ + 1) & (kWindow - 1)) == 0 && !end_window()) [[unlikely]]
      return false;
    ++tag_;
    return true;
  }
  [[gnu::noinline, gnu::cold]] bool end_window() {
    const std::uint32_t old_phase = 1 - phase_.load(relaxed);  // owner's own
    // [LIFO-3] A read-modify-write, not a load: a thief that is not seen here counts itself later, acquires this, and
    // then does not see the head as it was before the owner's last push.
    if (inside_[old_phase].fetch_add(0, acq_rel) != 0) return false;
    phase_.store(old_phase, relaxed);  // [LIFO-3] thieves may use either
    return true;
  }

  // Merges two sorted chains; items of `newer` go first where equal.
  static Item* merge(Item* newer, Item* older) {
    Item* first = nullptr;
    Item* last = nullptr;
    while (newer != nullptr && older != nullptr) {
      Item*& from = priority_of(*newer) >= priority_of(*older) ? newer : older;
      append(first, last, from);
      last = from;
      from = next_of(from);
    }
    append(first, last, newer != nullptr ? newer : older);
    return first;
  }
  static void append(Item*& first, Item* last, Item* item) {
    if (last == nullptr) first = item;
    else Access::link(*last).store(item, relaxed);  // in a list that only this thread has
  }

  // Written by the owner's pushes and by every thread that takes.
  alignas(platform::cache_line) atomic<std::uint64_t> head_{0};
  // Owner only, except that thieves read phase_.
  alignas(platform::cache_line) std::uint64_t tag_ = 0;  // of the last push; the head has its lower bits
  int highest_ = 0;                                      // nothing in the list is higher; meaningless while it is empty
  atomic<std::uint32_t> phase_{0};                       // the counter that thieves take now, 0 or 1
  // Thieves that are in steal(), by the phase they came in. Written by thieves only; the owner reads.
  alignas(platform::cache_line) atomic<std::uint32_t> inside_[2] = {};
};

}  // namespace xomp::queue
