// single and copyprivate. Called by every thread of the team, each for itself.
//
// SINGLE-1: exactly one thread wins each single construct.
//   The team's word counts the single constructs that have been won, a thread's own counter those it has come to. They
//   are equal for the first thread at a construct only: it wins by moving the word on. Nothing is handed over by it (a
//   barrier, where the construct has one, does that), so all accesses are relaxed.
#pragma once

#include "core/worksharing/loop.h"

namespace xomp::worksharing {

// Returns true for exactly one thread of the team per construct.
inline bool win_single(TeamLoops& team, ThreadLoops& me, std::uint32_t team_size) {
  if (team_size == 1) return true;
  std::uint64_t mine = me.singles++;  // [SINGLE-1]
  // [SINGLE-1] The load comes first, so that losing threads need no exchange.
  return team.singles.load(relaxed) == mine && team.singles.compare_exchange_strong(mine, mine + 1, relaxed, relaxed);
}

// copyprivate takes three steps. Every thread calls this, the one that executed the region with its pointer, the others
// with nullptr. Then comes a barrier. Then all call copied_data. Two words take turns. A thread may publish for the
// next construct while others have not read this one's word, but not for the one after that, because a barrier lies
// between.
inline void publish_copy(TeamLoops& team, ThreadLoops& me, void* data) {
  // Relaxed is enough, because the barrier that follows publishes it.
  if (data != nullptr) team.copied[me.copies & 1].store(data, relaxed);
}

inline void* copied_data(TeamLoops& team, ThreadLoops& me) { return team.copied[me.copies++ & 1].load(relaxed); }

}  // namespace xomp::worksharing
