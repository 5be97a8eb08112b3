// The tree barrier: threads gather in small groups, each with a line of its own (lock-free: one addition a thread and
// one a full group), and let one another go by plain stores down a tree (lock-less). It is complete when all threads
// have arrived and no task is left; what a waiting thread does meanwhile, and how it knows, the caller says. Called by
// the threads of one team. The alternative to BarrierWord: PROTOCOL.md compares them.
//
// TREE-1: who finds all arrived sees what every thread did before it arrived.
//   arrive(): Group::arrived_ += 1 (acq_rel); the last of the group sets it to 0 and adds itself on the next level; the
//   last of all stores "all are here" to the root (release). Whoever completes has loaded that (acquire).
// TREE-2: who is let go sees what the one saw that completed, and is let go by its own barrier only.
//   root.completions (release) -> thread 0, or anyone that looks at the root (acquire); Seat::told (release, by the one
//   thread that tells this one) -> the seat's thread (acquire). `told` is a count of completions that only grows, and a
//   thread waits for more than it had seen: a late store of an earlier barrier is too small.
// TREE-3: complete only when nothing is left: first the root says "all are here", then quiescent() is asked, then the
//   compare-and-swap {n, all here} -> {n+1, none}. From "all here" on only tasks create tasks: quiescent remains so.
// TREE-4: a barrier that is given up although it was completed is passed: given_up() is read (acquire) before the root.
#pragma once

#include <cassert>
#include <concepts>
#include <cstdint>

#include "core/barrier/tree_shape.h"
#include "platform/atomic.h"
#include "platform/cpu.h"

namespace xomp::barrier {

// What a waiting thread did when it was asked to do something meanwhile.
enum class Meanwhile : std::uint8_t {
  busy,       // ran a task or the like
  idle,       // found nothing
  impatient,  // found nothing for long: should look whether all are waiting for nothing. Comes before each sleep, and
              // after each yield where threads share processors: the root then lets go, not a teller that must run
              // first.
};

// One thread's part in one barrier.
struct Arrival {
  std::uint32_t number;
  std::uint32_t size;
  std::uint64_t before;  // barriers completed before this one
  bool last;             // the last of all
};

// How one thread waits. All are called by that thread only. meanwhile() that takes a task looks at is_over_at_root()
// afterwards and gives the task back if so: it is of the team's next region, where this thread may not count and nobody
// may look for what it leaves behind.
template <class W>
concept TreeWaiter = requires(W w, const Arrival& me) {
  { w.meanwhile(me) } -> std::same_as<Meanwhile>;  // may run tasks; may sleep as said at has_news()
  { w.quiescent() } -> std::same_as<bool>;         // no task is left; asked only when all threads have arrived
  { w.given_up() } -> std::same_as<bool>;          // the team's barriers are no more; load it with acquire
  { w.completed() } -> std::same_as<void>;         // this thread has completed the barrier: wake who sleeps
};

// bit 0: all threads are here; bits 1..63: barriers completed. Written by the last thread that arrives and by the one
// that completes; read by thread 0 while it waits, by others rarely.
class RootWord {
 public:
  struct Seen {
    std::uint64_t word;
    bool all_here() const { return (word & kAllHere) != 0; }
    std::uint64_t completions() const { return word >> 1; }
  };
  Seen look() const { return {word_.load(acquire)}; }  // [TREE-1] [TREE-2]
  // The last one arrives. Nobody else writes meanwhile.
  Seen announce_all_here() {
    const Seen seen{word_.load(relaxed) |
                    kAllHere};        // what the completion before stored: it happened before the arrivals
    word_.store(seen.word, release);  // [TREE-1]
    return seen;
  }
  // The last one arrives and nothing is left: both steps in one.
  void complete_at_once() { word_.store((look().completions() + 1) << 1, release); }  // [TREE-2]
  bool try_complete(Seen seen) {
    return word_.compare_exchange_strong(seen.word, (seen.completions() + 1) << 1, acq_rel,
                                         relaxed);  // [TREE-2] [TREE-3]
  }
  void reset() { word_.store(((word_.load(relaxed) >> 1) + 1) << 1, relaxed); }  // alone

 private:
  static constexpr std::uint64_t kAllHere = 1;
  atomic<std::uint64_t> word_{0};
};

class TreeBarrier {
 public:
  // Where a few threads, or groups of them, meet.
  struct alignas(platform::cache_line) Group {
    // Members that have arrived; each adds itself, the last one sets it to 0. 0 between barriers, whatever their size.
    atomic<std::uint32_t> arrived{0};  // [TREE-1]
  };
  struct alignas(platform::cache_line) Seat {
    // Barriers that are complete as far as this thread was told. Written by the thread that tells it; grows.
    atomic<std::uint64_t> told{0};  // [TREE-2]
    // Barriers that were complete when this thread last passed one or sat down. Its own.
    std::uint64_t passed = 0;
  };
  enum class Passage : std::uint8_t { complete, given_up };

  TreeBarrier() = default;
  TreeBarrier(const TreeBarrier&) = delete;
  TreeBarrier& operator=(const TreeBarrier&) = delete;

  // `seats`: `capacity` of them; `groups`: shape.all_groups(capacity); all as constructed. Before any thread comes.
  void set_memory(TreeShape shape, std::uint32_t capacity, Seat* seats, Group* groups) {
    shape_ = shape;
    capacity_ = capacity;
    seats_ = seats;
    groups_ = groups;
  }

  // A thread that was not in the team's last barrier comes in: before its first arrival, after what made it a thread
  // of the team. No barrier can be completed between that and its arrival.
  void sit_down(std::uint32_t number) { seats_[number].passed = root_.look().completions(); }  // [TREE-2]

  // Thread `number` of `size` waits for the others. All of them name the same size; it may be another one next time.
  template <TreeWaiter W>
  Passage pass(std::uint32_t number, std::uint32_t size, W&& waiter) {
    const Arrival me = arrive(number, size, waiter);
    if (!me.last || !is_over_at_root(me)) {
      if (wait(me, waiter) == Passage::given_up) [[unlikely]]
        return Passage::given_up;
    }
    let_others_go(me);
    return Passage::complete;
  }

  // --- the same in steps, for a caller with a wait of its own ---

  // Arrives; the last one that finds nothing left completes at once, which is_over_at_root() then says.
  template <TreeWaiter W>
  Arrival arrive(std::uint32_t number, std::uint32_t size, W&& waiter) {
    assert(number < size && size <= capacity_);
    assert(seats_[number].passed == root_.look().completions());  // seated, and none is complete without this thread
    Arrival me{number, size, seats_[number].passed, gather(number, size)};
    if (!me.last) [[likely]]
      return me;
    if (waiter.quiescent()) {  // [TREE-3] all have arrived
      root_.complete_at_once();
      waiter.completed();
    } else {
      root_.announce_all_here();
    }
    return me;
  }
  // Whether this thread was told that the barrier is complete: looks at its own line only.
  bool is_over(const Arrival& me) const {
    if (me.number == 0) return is_over_at_root(me);
    return seats_[me.number].told.load(acquire) > me.before;  // [TREE-2]
  }
  // The same from the source: for who is about to sleep or was woken, whom the teller may still owe the message.
  bool is_over_at_root(const Arrival& me) const { return root_.look().completions() > me.before; }  // [TREE-2]
  // Whether a thread in meanwhile() should look rather than sleep. Asked after the sleep was announced; who completes()
  // or gives up signals after that, and who ends the last task comes here by itself (PROTOCOL.md, Sleep).
  template <TreeWaiter W>
  bool has_news(const Arrival& me, W&& waiter) const {
    const RootWord::Seen seen = root_.look();
    return seen.completions() > me.before || waiter.given_up() || (seen.all_here() && waiter.quiescent());
  }
  // All are here and nothing is left: completes the barrier. Any waiting thread; false also when another one was
  // faster.
  template <TreeWaiter W>
  bool try_complete(const Arrival& me, W&& waiter) {
    const RootWord::Seen seen = root_.look();
    if (!seen.all_here() || seen.completions() != me.before || !waiter.quiescent()) return false;  // [TREE-3]
    if (!root_.try_complete(seen)) return false;
    waiter.completed();
    return true;
  }
  // The barrier is over for this thread: tells those who wait for its word.
  void let_others_go(const Arrival& me) {
    Seat* const seats = seats_;
    seats[me.number].passed = me.before + 1;
    shape_.for_each_told(me.number, me.size, [seats, &me](std::uint32_t i) {
      seats[i].told.store(me.before + 1, release);  // [TREE-2]
    });
  }

  // After a barrier that was given up: forgets who has arrived. Nobody else may be near; all are seated afterwards.
  void reset() {
    root_.reset();
    for (std::uint32_t i = 0, n = shape_.all_groups(capacity_); i < n; ++i)
      groups_[i].arrived.store(0, relaxed);  // alone
    for (std::uint32_t i = 0; i < capacity_; ++i) seats_[i].passed = root_.look().completions();
  }

 private:
  // Counts this thread and each group that it fills. True: it was the last of all.
  bool gather(std::uint32_t number, std::uint32_t size) {
    Group* level = groups_;
    std::uint32_t room = capacity_;  // members for which this level has groups
    for (std::uint32_t member = number, members = size; members > 1;) {
      const std::uint32_t g = shape_.group_of(member);
      const std::uint32_t expected = shape_.group_size(g, members);
      if (expected > 1) {                                                          // else nobody to meet
        if (level[g].arrived.fetch_add(1, acq_rel) + 1 != expected) return false;  // [TREE-1]
        level[g].arrived.store(0, relaxed);  // for the next barrier; published with this one's completion [TREE-2]
      }
      room = shape_.groups(room);
      level += room;
      member = g;
      members = shape_.groups(members);
    }
    return true;
  }

  template <TreeWaiter W>
  [[gnu::noinline]] Passage wait(const Arrival& me, W& waiter) {
    bool looks = me.last;  // the last one looks after completion, the others only when that takes long
    for (;;) {
      const bool given_up = waiter.given_up();  // [TREE-4] before the root
      if (is_over(me)) return Passage::complete;
      if (given_up) [[unlikely]]
        return is_over_at_root(me) ? Passage::complete : Passage::given_up;
      if (looks && (is_over_at_root(me) || try_complete(me, waiter))) return Passage::complete;
      const Meanwhile done = waiter.meanwhile(me);
      looks = me.last || done == Meanwhile::impatient;
    }
  }

  // Its own line: thread 0 polls it.
  alignas(platform::cache_line) RootWord root_;
  // Written once, read by all.
  alignas(platform::cache_line) TreeShape shape_;
  std::uint32_t capacity_ = 0;
  Seat* seats_ = nullptr;
  Group* groups_ = nullptr;  // level by level
};

}  // namespace xomp::barrier
