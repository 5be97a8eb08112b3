// Finds out whether a fence is over. Ranks that are quiet give their counts of records sent and received to an
// all-reduce, a wave. A fence ends with a wave whose sums equal those of the wave before it, if all that was sent has been
// received. The wave before may be the last one of the fence before. So a fence in which nothing was sent takes one wave.
//
// FENCE-1: then no rank has a task, and no record is on its way.
//   A rank gives its counts while it is quiet, and counts a record before the record can leave, or after all that handling it
//   did. Counts only grow. So if two waves have equal sums, then no rank has sent or received between what it gave to the
//   first one and to the second. There is a moment, after all gave to the first wave and before any gave to the second, to
//   which all these counts belong. Sent equals received, so nothing was on its way then, nor is anything before a rank sends again.
//   A rank that has given its counts to the second wave is in the fence and quiet. It can get a task by a record only. The
//   first such record would have to be sent by a rank that has given its counts and is quiet, and has got no record. So what
//   is quiet stays quiet. What a rank did between two fences, which had tasks but sent nothing, ended before it gave its
//   counts to the second wave.
#ifndef XOMP_TTG_RANKS_FENCE_FOUR_COUNTERS_H
#define XOMP_TTG_RANKS_FENCE_FOUR_COUNTERS_H

#include <cstdint>

namespace ttg::ranks {

// The counters of the fences of one rank, one after the other. Used by the thread in the fence.
class FourCounters {
 public:
  // Takes the sums of a wave. Returns true if the fence is over. All ranks get the same sums, so all get the same
  // answer.
  bool take(std::uint64_t sent, std::uint64_t received) {
    const bool is_over =
        has_last_ && sent == received && sent == last_sent_ && received == last_received_;  // [FENCE-1]
    has_last_ = true;
    last_sent_ = sent;
    last_received_ = received;
    ++waves_;
    return is_over;
  }
  // In all fences.
  std::uint64_t waves() const { return waves_; }

 private:
  bool has_last_ = false;
  std::uint64_t last_sent_ = 0, last_received_ = 0, waves_ = 0;
};

}  // namespace ttg::ranks

#endif
