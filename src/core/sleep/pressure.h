// The pressure on the processors. Every wait asks two questions before it decides how to go on:
//   oversubscribed()          has this process more threads awake than it may use processors (own_threads.h)?
//   others_want_processors()  do other threads want them, of other programs or of this one? A sensor finds that out.
//
// The sensor learns from threads that wait, at steps of theirs that are slow anyway; a thread that computes pays
// nothing. What was tried: docs/decisions/accepted/load-sensor.md
//
// Any thread may call anything here at any time, also in a forked child. Every word is a hint on which nothing else
// depends, so all accesses are relaxed: it decides how a wait goes on, never whether it ends.
#pragma once

#include <cstdint>
#include <ctime>

#include "core/sleep/own_threads.h"
#include "platform/atomic.h"
#include "platform/cpu.h"

namespace xomp::sleep {

// The sensor's answer. Every wait reads it; the thread that finds out that it has changed writes it (pressure.cpp).
struct alignas(platform::cache_line) OtherThreads {
  atomic<bool> want_processors{false};
};
extern OtherThreads other_threads;

// One load. The answer may be some milliseconds late in either direction.
inline bool others_want_processors() { return other_threads.want_processors.load(relaxed); }

// A polling thread that was away this long has been descheduled. An interrupt takes less, a time slice more.
inline constexpr std::uint64_t kGap_ns = 100'000;

// Another thread ran where the caller was polling, for `gap_ns`.
[[gnu::cold]] void note_gap(std::uint64_t gap_ns);

// When one thread last looked at the whole system: about 3 ns a look, and once in 4 ms, for one thread of the process,
// 4 microseconds. Used by that thread only; starts as zeros.
class LoadWatch {
 public:
  // Call before each sleep of a wait.
  void look() {
    timespec t;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
    const std::uint64_t now =
        static_cast<std::uint64_t>(t.tv_sec) * 1'000'000'000u + static_cast<std::uint64_t>(t.tv_nsec);
    if (now >= next_look_ns_) next_look_ns_ = look_closely(now);
  }

 private:
  // Returns when to look again.
  [[gnu::cold]] static std::uint64_t look_closely(std::uint64_t now_ns);

  std::uint64_t next_look_ns_ = 0;
};

}  // namespace xomp::sleep
