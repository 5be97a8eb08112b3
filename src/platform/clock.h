// Time for measuring waits (ticks: cheap, unit fixed at start) and for users (nanoseconds).
#pragma once

#include <cstdint>
#include <ctime>

namespace xomp::platform {

// Nanoseconds of the monotonic clock; any thread, about 25 ns.
inline std::uint64_t now_ns() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<std::uint64_t>(t.tv_sec) * 1'000'000'000u + static_cast<std::uint64_t>(t.tv_nsec);
}

}  // namespace xomp::platform
