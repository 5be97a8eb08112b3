// The load sensor: do others, inside or outside of this process, want the processors too? Threads that are about to
// wait ask crowded() and do not spin for long when it says yes. It learns from threads that wait, at steps of theirs
// that are slow anyway; a thread that computes pays nothing. What was tried: docs/decisions/accepted/load-sensor.md
//
// Any thread may call anything here at any time, also in a forked child. Every word is a hint on which nothing else
// depends: all accesses are relaxed.
#pragma once

#include <cstdint>
#include <ctime>

#include "platform/atomic.h"
#include "platform/clock.h"
#include "platform/cpu.h"
#include "topology/processors.h"

namespace xomp::topology {

// The answer. Read at every wait; written when it changes, by whoever finds out (see load.cpp).
struct alignas(platform::cache_line) LoadAnswer {
  atomic<bool> crowded{false};
};
extern LoadAnswer load_answer;

// One load. May be some milliseconds late in either direction.
inline bool crowded() { return load_answer.crowded.load(relaxed); }  // hint

// The same for a team or pool that keeps `awake` threads of its own runnable: more than mask or quota let run is a
// crowd, too.
inline bool crowded(int awake) { return awake > usable_processors() || crowded(); }

// A polling thread that was away this long has been descheduled. An interrupt takes less, a time slice more.
inline constexpr std::uint64_t kGapNs = 100'000;

// Somebody else ran where this thread was polling, for `gap_ns`.
[[gnu::cold]] void note_gap(std::uint64_t gap_ns);

// For loops that poll: call every 64 polls or so with what the last call returned, 0 at the first. About 25 ns.
inline std::uint64_t watch_gap(std::uint64_t previous_ns) {
  const std::uint64_t now = platform::now_ns();
  if (previous_ns != 0 && now - previous_ns > kGapNs) note_gap(now - previous_ns);
  return now;
}

// Gives the processor away and learns from how long it was gone. Use it for every yield of a wait.
void yield_and_watch();

// When one thread last looked at its surroundings: about 3 ns a look, and once in 4 ms, for one thread of the process,
// 4 microseconds. Owner only; starts as zeros.
class LoadWatch {
 public:
  // Call before each sleep and each yield of a wait, and where a region starts. `awake`: at most so many threads of
  // this process want to run; when they are more than the processors, only what is beyond them is somebody else's.
  void look(int awake = 0) {
    timespec t;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
    const std::uint64_t now =
        static_cast<std::uint64_t>(t.tv_sec) * 1'000'000'000u + static_cast<std::uint64_t>(t.tv_nsec);
    if (now >= next_look_ns_) next_look_ns_ = look_closely(now, awake);
  }

 private:
  // Returns when to look again.
  [[gnu::cold]] static std::uint64_t look_closely(std::uint64_t now_ns, int awake);

  std::uint64_t next_look_ns_ = 0;
};

}  // namespace xomp::topology
