// The pressure on the processors. Every wait asks two questions before it decides how to go on:
//   oversubscribed()          has this process more threads awake than it may use processors? The runtime counts its own.
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
