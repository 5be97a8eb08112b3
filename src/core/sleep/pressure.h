// The pressure on the processors. Every wait asks two questions before it decides how to go on:
//   oversubscribed()          has this process more threads awake than it may use processors? The runtime counts its own.
//   others_want_processors()  do other threads want them, of other programs or of this one? A sensor finds that out.
// A region whose number of threads may be adjusted (dyn-var) asks a third one, processors_left().
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
// up, or when roots begin or cease to start regions, or when somebody changes the quota.
struct alignas(platform::cache_line) OwnThreads {
  atomic<std::int32_t> awake{0};  // workers that are in teams and awake; each counts itself
  // That mask and quota let this process use. Set at start, and by the sensor if the quota is another one.
  atomic<std::int32_t> processors{1};
  // Roots that start regions; at least 1. The sensor writes it when it changes, some milliseconds late.
  atomic<std::int32_t> active_roots{1};

  std::int32_t all() const { return awake.load(relaxed) + active_roots.load(relaxed); }
};
extern OwnThreads own_threads;
// Called at start. From then on the sensor looks whether the quota has changed.
void set_processors(int usable);

// Says whether the workers, with the roots that start regions, are more than the processors.
inline bool oversubscribed() { return own_threads.all() > own_threads.processors.load(relaxed); }

// So many threads for each processor that a yield does not pay: before what is waited for can happen, most of them have
// to run. Each would yield again and again meanwhile. On two processors regions and barriers of 128 threads are better
// off with yields, those of 256 without.
inline bool is_swarm(std::int32_t threads) {
  constexpr std::int32_t kThreadsEach = 96;
  return threads >= kThreadsEach * own_threads.processors.load(relaxed);
}

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

// It costs one load. The answer may be some milliseconds late in either direction.
inline bool others_want_processors() { return other_threads.want_processors.load(relaxed); }

// Says whether a thread of an oversubscribed process had better sleep than yield.
inline bool yields_do_harm() { return others_want_processors() || is_swarm(own_threads.awake.load(relaxed)); }

// A polling thread that was away this long has been descheduled. An interrupt takes less, a time slice more.
inline constexpr std::uint64_t kGap_ns = 100'000;

// Another thread ran where the caller was polling, for `gap_ns`.
[[gnu::cold]] void note_gap(std::uint64_t gap_ns);

// Returns how many processors the others leave to this process: at least 1, and as many as it may use where the system
// does not tell. For a root that is about to start a region and may choose its size; it asks before each one. A look at
// the coarse clock, and once in 4 ms, for one thread of the process, 4 microseconds.
int processors_left();

inline std::uint64_t coarse_now_ns() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
  return static_cast<std::uint64_t>(t.tv_sec) * 1'000'000'000u + static_cast<std::uint64_t>(t.tv_nsec);
}

// When one thread last looked at the whole system: about 3 ns a look, and once in 4 ms, for one thread of the process,
// 4 microseconds. Used by that thread only; starts as zeros.
class LoadWatch {
 public:
  // Call before each sleep of a wait, and where a wait may take long without one.
  void look() {
    const std::uint64_t now = coarse_now_ns();
    if (now >= next_look_ns_) next_look_ns_ = look_closely(now);
  }

 private:
  // Returns when to look again.
  [[gnu::cold]] static std::uint64_t look_closely(std::uint64_t now_ns);

  std::uint64_t next_look_ns_ = 0;
};

}  // namespace xomp::sleep
