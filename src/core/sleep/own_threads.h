// Has this process more threads awake than it may use processors? The runtime counts its own. Any thread may call anything
// here at any time, also in a forked child. Every word is a hint on which nothing else depends, so all accesses are relaxed.
#pragma once

#include <cstdint>

#include "platform/atomic.h"
#include "platform/cpu.h"

namespace xomp::sleep {

// Every wait reads it. It changes only when a worker joins or leaves a team, or sleeps between two regions and wakes
// up.
struct alignas(platform::cache_line) OwnThreads {
  atomic<std::int32_t> awake{0};       // workers that are in teams and awake; each counts itself
  atomic<std::int32_t> processors{1};  // that mask and quota let this process use; set at start
};
extern OwnThreads own_threads;

// The workers, and with them the thread that started their region, are more than the processors.
inline bool oversubscribed() { return own_threads.awake.load(relaxed) >= own_threads.processors.load(relaxed); }

// While it lives the calling worker counts as one that wants a processor.
class Present {
 public:
  Present() { enter(); }
  ~Present() { leave(); }
  static void enter() { own_threads.awake.fetch_add(1, relaxed); }
  static void leave() { own_threads.awake.fetch_sub(1, relaxed); }
};

}  // namespace xomp::sleep
