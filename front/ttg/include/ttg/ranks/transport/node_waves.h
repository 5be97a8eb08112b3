// All-reduces of ranks that are all on one node, in memory that they all have: each writes what it gives, and reads what the others give.
//
// NODE-WAVE-1: a rank's wave ends when all have given theirs, and it reads from each what that gave to this wave.
//   To wave n (from 1 on) a rank gives in its place n % 2: what it gives, then the place's number n (release). The others wait for n
//   there (acquire), and read.
//   A rank writes that place again for wave n + 2, after its wave n + 1 has ended. Then all have given to wave n + 1, which
//   each does after it has read all of wave n.
// The thread that has the token of a rank's exchange gives and reads (TOKEN-1).
#ifndef XOMP_TTG_RANKS_TRANSPORT_NODE_WAVES_H
#define XOMP_TTG_RANKS_TRANSPORT_NODE_WAVES_H

#include "ttg/detail/platform.h"
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ttg::ranks {

// A rank's part of what all have. It begins as zeros.
template <class Wave>
struct NodeWavePlaces {
  struct alignas(64) Place {
    detail::Atomic<std::uint64_t> number{0};  // [NODE-WAVE-1] written by the rank
    Wave given{};                             // plain: by the rank, before `number`
  };
  Place place[2];
};

// A rank's side, in its own memory. Wave has combine().
template <class Wave>
class NodeWaves {
 public:
  // `places`: of all ranks, in one order for all.
  NodeWaves(std::vector<NodeWavePlaces<Wave>*> places, std::size_t mine) : places_(std::move(places)), mine_(mine) {}
  void begin(const Wave& mine, Wave& all) {
    auto& place = places_[mine_]->place[++number_ % 2];
    place.given = mine;
    place.number.store(number_, std::memory_order_release);  // [NODE-WAVE-1]
    all = mine;
    all_ = &all;
    next_ = 0;
  }
  bool is_on() const { return all_ != nullptr; }
  // Says whether is_over() would find something. The wave is on.
  bool has_next() const {
    const std::size_t i = next_ == mine_ ? next_ + 1 : next_;
    return i == places_.size() ||
           places_[i]->place[number_ % 2].number.load(std::memory_order_relaxed) == number_;  // is_over() looks again
  }
  // Says whether the wave is over. Then what all have given is in `all`, and no wave is on.
  bool is_over() {
    for (; next_ < places_.size(); ++next_) {
      if (next_ == mine_) continue;
      const auto& place = places_[next_]->place[number_ % 2];
      if (place.number.load(std::memory_order_acquire) != number_) return false;  // [NODE-WAVE-1]
      all_->combine(place.given);
    }
    all_ = nullptr;
    return true;
  }

 private:
  const std::vector<NodeWavePlaces<Wave>*> places_;
  const std::size_t mine_;
  std::uint64_t number_ = 0;
  Wave* all_ = nullptr;
  std::size_t next_ = 0;  // of the ranks before it the wave has what they gave
};

}  // namespace ttg::ranks

#endif
