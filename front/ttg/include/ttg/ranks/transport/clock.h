// Time as ranks see it, and how a thread of theirs lets others go on. A simulation of many ranks puts its own class in their place
// (XOMP_TTG_CLOCK), as it does with the threads that look for messages (XOMP_TTG_LOOKING_THREAD, looking_thread.h).
#ifndef XOMP_TTG_RANKS_TRANSPORT_CLOCK_H
#define XOMP_TTG_RANKS_TRANSPORT_CLOCK_H

#include <chrono>
#include <cstdint>
#include <thread>

#ifndef XOMP_TTG_CLOCK
#define XOMP_TTG_CLOCK ::ttg::ranks::SystemClock
#endif

namespace ttg::ranks {

struct SystemClock {
  static std::uint64_t now_ns() {
    return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch() /
                                      std::chrono::nanoseconds(1));
  }
  static void give_way() { std::this_thread::yield(); }
  static void sleep(std::chrono::microseconds time) { std::this_thread::sleep_for(time); }
};
using Clock = XOMP_TTG_CLOCK;

inline std::uint64_t now_ns() { return Clock::now_ns(); }

}  // namespace ttg::ranks

#endif
