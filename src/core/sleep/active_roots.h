// How many processors the roots want that start regions just now. A program may have many threads that have called the
// runtime once and do nothing since, and roots that take turns want one processor together. So where several start
// regions, the system says how long each ran or waited for a processor. The sensor (pressure.cpp) asks now and then; a
// root pays nothing for it, because the number of its regions is counted anyway.
#pragma once

#include <cstdint>

#include "platform/atomic.h"

namespace xomp::sleep {

// From now on the root counts as active while `regions`, which it alone writes, changes. The word stays for ever. `thread`
// is the kernel's number of its thread. The root itself calls this. A root beyond the first kMostWatchedRoots is not
// watched and counts as idle.
void watch_root(const atomic<std::uint64_t>& regions, int thread);
void forget_root(const atomic<std::uint64_t>& regions);
// Called in fork()'s child, before it watches its own thread again.
void forget_all_roots();

// Returns how many processors the roots wanted that have started a region in the last milliseconds: their number, or less
// if they were asleep for a part of the time. One thread at a time.
int count_active_roots(std::uint64_t now_ns);

inline constexpr int kMostWatchedRoots = 64;

}  // namespace xomp::sleep
