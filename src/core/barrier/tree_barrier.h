// The tree of a team's barrier (XOMP_BARRIER=tree). Threads gather in groups up the tree, which is lock-free: a read-modify-write for each
// thread and each full group. They let one another go by plain stores down the tree, which is lock-less: each thread waits at a line of its
// own. The barrier's completion is that of BarrierWord; the tree only spreads the news. Called by the threads of one team
// (core/team/tree_barrier.cpp); PROTOCOL.md has both sides.
//
// TREE-1: the thread that arrives last sees what every thread did before it arrived, and each group then counts from 0.
//   arrive(): a group's word += 1 (acq_rel) on each level that the thread reaches; the thread that fills a group first stores {the next
//   number, 0} (relaxed) there. As ARRIVE-1 and ARRIVE-2, but the number has 48 bits and never comes round.
// TREE-2: a thread that is let go sees what the thread saw that completed the barrier, and is let go from its own barrier only.
//   let_go():  Seat::told = number + 1 (release), by a thread that knows that the barrier is complete.
//   is_told(): Seat::told (acquire) > the number of the barrier that the thread waits in.
//   A teller may be late, and stand in another shape of the tree than its listeners do by now. Then it may tell any thread of the team. But
//   what it tells is true whoever hears it: so many barriers are complete. All that it reads for that is atomic.
// TREE-3: nobody depends on its teller. A late teller may overwrite a newer number, and a teller may be asleep. So a thread that waits also
//   looks at the barrier's word: after each yield, before each sleep, and after some polls.
#pragma once

#include <cassert>
#include <cstdint>

#include "core/barrier/tree_shape.h"
#include "platform/atomic.h"
#include "platform/cpu.h"

namespace xomp::barrier {

class TreeBarrier {
 public:
  struct Arrival {
    std::uint64_t before;    // barriers that were complete before; the low 16 bits are BarrierWord's
    std::uint32_t in_group;  // threads of its own group that have arrived
    bool is_last;            // all threads have arrived, and only this one knows
  };

  // For teams of up to `capacity` threads.
  TreeBarrier(std::uint32_t capacity, std::uint32_t fan_out);
  TreeBarrier(const TreeBarrier&) = delete;
  TreeBarrier& operator=(const TreeBarrier&) = delete;
  std::uint32_t capacity() const { return capacity_; }

  // A thread looks at a group's description before it counts there. Afterwards it may be late, and the primary may write that anew.
  Arrival arrive(std::uint32_t number) {
    assert(number < size_);
    Group* group = seats_[number].group;
    std::uint32_t members = group->members;
    const std::uint64_t own = group->word.fetch_add(1, acq_rel) + 1;  // [TREE-1]
    for (std::uint64_t seen = own; arrived(seen) == members;) {
      group->word.store(((seen >> kNumberAt) + 1) << kNumberAt, relaxed);  // [TREE-1]
      group = group->parent;
      if (group == nullptr) return {own >> kNumberAt, arrived(own), true};
      members = group->members;
      seen = group->word.fetch_add(1, acq_rel) + 1;  // [TREE-1]
    }
    return {own >> kNumberAt, arrived(own), false};
  }

  // Says whether this thread was told that its barrier is complete. Looks at its own line only.
  bool is_told(std::uint32_t number, std::uint64_t before) const {
    return seats_[number].told.load(acquire) > before;  // [TREE-2]
  }

  // Tells the threads that wait for this one's word. The barrier is complete.
  void let_go(std::uint32_t number, std::uint64_t before) {
    const std::uint64_t listeners = seats_[number].listeners.load(relaxed);  // [TREE-2] own region's, unless late
    const auto first = static_cast<std::uint32_t>(listeners >> 32), count = static_cast<std::uint32_t>(listeners);
    for (std::uint32_t i = first; i < first + count; ++i)
      seats_[listeners_[i].load(relaxed)].told.store(before + 1, release);  // [TREE-2]
  }

  // Called before a region of `size` threads whose first barrier comes after `completions` others, by the primary, while no other thread is
  // in a region. Usually there is nothing to do.
  void prepare(std::uint32_t size, std::uint32_t completions, SpotOf spot_of, const void* context) {
    if (size != size_ || (number_of_primary() & kCompletions) != completions)
      start_anew(size, completions, spot_of, context);
  }
  // Called when a barrier was given up, or when threads have moved: the next prepare() makes the tree anew. By the primary, as above.
  void forget() { size_ = 0; }

 private:
  static constexpr int kNumberAt = 16;
  static constexpr std::uint64_t kCompletions = 0xffff;  // of the number, those that BarrierWord counts

  struct alignas(platform::cache_line) Group {
    // Bits 0..15: members that have arrived; bits 16..63: barriers before this one. Written by its members.
    atomic<std::uint64_t> word{0};  // [TREE-1]
    // Written by the primary between regions, read by the members that arrive.
    std::uint32_t members = 0;
    Group* parent = nullptr;
  };
  struct alignas(platform::cache_line) Seat {
    // Barriers that are complete as far as this thread was told. Written by the thread that tells it, maybe by a late one too.
    atomic<std::uint64_t> told{0};  // [TREE-2]
    // Written by the primary between regions. The first is read by the thread as it arrives, the second also when it is late.
    Group* group = nullptr;
    atomic<std::uint64_t> listeners{0};  // [TREE-2] in listeners_: from where (high half), how many
  };

  static std::uint32_t arrived(std::uint64_t word) { return static_cast<std::uint32_t>(word & 0xffff); }
  std::uint64_t number_of_primary() const { return seats_[0].group->word.load(relaxed) >> kNumberAt; }  // alone
  [[gnu::cold, gnu::noinline]] void start_anew(std::uint32_t size, std::uint32_t completions, SpotOf spot_of,
                                               const void* context);

  // Written once.
  const std::uint32_t capacity_, fan_out_;
  Seat* const seats_;                       // by thread number
  Group* const groups_;                     // as in shape_
  atomic<std::uint32_t>* const listeners_;  // [TREE-2] thread numbers; written by the primary between regions
  // Of the primary.
  std::uint32_t size_ = 0;  // threads that the tree is ready for; 0 = none
  TreeShape shape_;
};

}  // namespace xomp::barrier
