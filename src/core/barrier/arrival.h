// How a large team counts who has arrived at its barrier: in groups of threads, groups of groups, and so on, each with
// a line of its own. So no line has more than kFanOut writers, and the word that all waiting threads read (BarrierWord)
// is left alone until all are here. Called by the threads of one team of more than kFewThreads; core/team/barrier.cpp.
//
// ARRIVE-1: the thread that completes the count sees what every thread did before it arrived.
//   arrive(): a group's word += 1 (acq_rel) on each level that the thread reaches. The addition acquires those before
//   it on its line, and the thread that fills a group goes on to the next level and releases them there.
// ARRIVE-2: a group counts from 0 in each barrier and knows that barrier's number.
//   The thread that fills a group stores {the next number, 0} (relaxed) before it counts the group on the next level.
//   So the store comes before the barrier's completion, and with it before the next arrival of any member. A region
//   whose groups may not be ready (another size, a barrier given up before it) begins with prepare(), which REGION-1
//   publishes.
#pragma once

#include <cassert>
#include <climits>
#include <cstdint>

#include "core/barrier/arrival_shape.h"
#include "core/barrier/barrier_word.h"
#include "platform/atomic.h"
#include "platform/cpu.h"

namespace xomp::barrier {

// Which barrier the teams of this process have, as XOMP_BARRIER says (core/team/barrier.cpp). Written while the environment is read, before
// there is a team; afterwards any thread reads it.
inline std::int32_t few_threads =
    kFewThreads;                        // teams of up to so many count in the word; larger ones in groups or in a tree
inline std::uint32_t tree_fan_out = 0;  // 0: in groups
inline void choose_groups() { few_threads = kFewThreads, tree_fan_out = 0; }
inline void choose_word() { few_threads = INT_MAX, tree_fan_out = 0; }
inline void choose_tree(std::uint32_t fan_out) { few_threads = 1, tree_fan_out = fan_out; }

class GroupedArrivals {
 public:
  // Called when thread `number` of `size` arrives. If Seen::arrived() is `size`, all are here, and only this thread
  // knows. So it must complete the barrier or announce the arrivals to the others. Otherwise Seen::arrived() counts the
  // thread's group alone.
  BarrierWord::Seen arrive(std::uint32_t number, std::uint32_t size) {
    assert(number < size && size == size_);
    Group* level = groups_;
    std::uint32_t member = number, members = size;
    const BarrierWord::Seen own = count(level[member / kFanOut]);
    BarrierWord::Seen seen = own;
    for (;;) {
      const std::uint32_t group = member / kFanOut;
      if (seen.arrived() != members_of(group, members)) return own;
      level[group].word.store(seen.next().word, relaxed);  // [ARRIVE-2]
      level += groups_of(members);
      member = group;
      members = groups_of(members);
      if (members == 1) return own.with(size);
      seen = count(level[member / kFanOut]);
    }
  }

  // Called before a region of `size` threads whose first barrier comes after `completions` others, by the primary,
  // while no other thread is in a region. Usually there is nothing to do, which its own group tells.
  void prepare(std::uint32_t size, std::uint32_t completions) {
    const auto ready = BarrierWord::Seen::after(completions);
    if (size != size_ || groups_[0].word.load(relaxed) != ready.word)  // [ARRIVE-2] alone
      start_anew(size, ready);
  }
  // Called when a barrier was given up, so that groups are half full: the next prepare() starts all of them anew.
  // Called by the primary, as above.
  void forget() { size_ = 0; }

 private:
  struct alignas(platform::cache_line) Group {
    // As in BarrierWord: members that have arrived, and the barriers before this one. Written by its members.
    atomic<std::uint32_t> word{0};  // [ARRIVE-1] [ARRIVE-2]
  };

  static BarrierWord::Seen count(Group& group) { return {group.word.fetch_add(1, acq_rel) + 1}; }  // [ARRIVE-1]
  static constexpr std::uint32_t groups_of(std::uint32_t members) { return (members + kFanOut - 1) / kFanOut; }
  static constexpr std::uint32_t members_of(std::uint32_t group, std::uint32_t members) {
    const std::uint32_t left = members - group * kFanOut;
    return left < kFanOut ? left : kFanOut;
  }
  [[gnu::cold, gnu::noinline]] void start_anew(std::uint32_t size, BarrierWord::Seen ready);

  // Written by the primary between regions, read by all threads.
  Group* groups_ = nullptr;     // those of threads, then those of groups, and so on to the one that holds all
  std::uint32_t capacity_ = 0;  // groups that there is memory for
  std::uint32_t size_ = 0;      // threads that the groups are ready for; 0 = none
};

}  // namespace xomp::barrier
