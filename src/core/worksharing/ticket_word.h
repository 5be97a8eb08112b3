// The word that passes the ticket of an ordered loop on: whose ticket it is, and how many threads sleep until theirs comes.
// It lies in a LoopRecord, is moved by the thread that has the ticket, and is read by all others of the team.
//
//   63                     16 15        0
//   | iteration, modulo 2^48 | sleepers |
//
// ORDERED-1: `iteration` is the first one of the chunk whose ticket it is; only the thread that has the ticket moves it.
//   passing: what the ordered regions wrote, pass (release).   taking: is_at (acquire), the next regions.
// ORDERED-2: a sleeping thread is woken. Both sides change this word by read-modify-write, so one comes first.
//   sleeper: add_sleeper, is_at again, sleeps on its slot's event
//   passer:  pass; if there are sleepers, signals the event
//   If the passer comes first, the sleeper's second look sees the ticket; else the passer sees the sleeper.
#pragma once

#include <cstdint>

#include "platform/atomic.h"

namespace xomp::worksharing {

class TicketWord {
 public:
  bool is_at(std::uint64_t iteration) const {
    return word_.load(acquire) >> kSleeperBits == (iteration & kMask);  // [ORDERED-1] [ORDERED-2]
  }

  // Returns how many iterations the ticket still has to pass before this one. A hint.
  std::uint64_t distance_to(std::uint64_t iteration) const {
    return (iteration - (word_.load(relaxed) >> kSleeperBits)) & kMask;
  }

  // Called by the thread that has the ticket. Returns true if some thread sleeps, perhaps for this ticket.
  [[nodiscard]] bool pass(std::uint64_t from, std::uint64_t to) {
    // [ORDERED-1] [ORDERED-2] acq_rel. A carry out of the iterations is lost, which is right, because they count modulo
    // 2^48.
    const std::uint64_t before = word_.fetch_add((to - from) << kSleeperBits, acq_rel);
    return (before & kSleepers) != 0;
  }

  void add_sleeper() { word_.fetch_add(1, acq_rel); }  // [ORDERED-2]
  // Relaxed is enough, because a passer that still counts this thread signals in vain.
  void remove_sleeper() { word_.fetch_sub(1, relaxed); }

  void reset() { word_.store(0, relaxed); }  // alone with the record, RING-1

 private:
  static constexpr unsigned kSleeperBits = 16;
  static constexpr std::uint64_t kSleepers = (1u << kSleeperBits) - 1;
  static constexpr std::uint64_t kMask = ~std::uint64_t{0} >> kSleeperBits;

  atomic<std::uint64_t> word_{0};
};

}  // namespace xomp::worksharing
