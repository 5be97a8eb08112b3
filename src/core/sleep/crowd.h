// Whether the process itself has more threads that want to run than it may use processors.
#pragma once

#include <cstdint>

#include "platform/atomic.h"
#include "platform/cpu.h"

namespace xomp::sleep {

// A line of its own: every wait reads it, and it changes only when a worker joins or leaves a team, or sleeps between
// two regions and wakes up.
struct alignas(platform::cache_line) Crowd {
  atomic<std::int32_t> workers{0};     // that are in teams and awake; each counts itself
  atomic<std::int32_t> processors{1};  // mask and quota; set at start
};
extern Crowd crowd;

// The workers and the thread that started their region. A hint: relaxed, it decides only how a wait goes on.
inline bool crowded() { return crowd.workers.load(relaxed) >= crowd.processors.load(relaxed); }

// While it lives the calling worker counts as one that wants a processor.
class Present {
 public:
  Present() { enter(); }
  ~Present() { leave(); }
  static void enter() { crowd.workers.fetch_add(1, relaxed); }
  static void leave() { crowd.workers.fetch_sub(1, relaxed); }
};

}  // namespace xomp::sleep
