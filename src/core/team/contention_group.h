// thread-limit-var counts the threads of a contention group: an initial thread and those of all its regions, nested
// ones included. Counted only where there is a limit.
#pragma once

#include <algorithm>

#include "core/team/team.h"

namespace xomp::team {

// How many of `wanted` more threads the group of `team` may have under `limit`. Any thread of the group.
inline int reserve_threads(Team& team, int wanted, int limit) {
  atomic<std::int32_t>& count = team.group->group_threads;
  std::int32_t now = count.load(relaxed);  // only the number counts, here and below
  for (;;) {
    const int got = std::clamp(limit - now, 0, wanted);
    if (count.compare_exchange_weak(now, now + got, relaxed, relaxed)) return got;
  }
}

inline void release_threads(Team& team, int count) { team.group->group_threads.fetch_sub(count, relaxed); }

}  // namespace xomp::team
