// Time: nanoseconds, and ticks that are cheaper to read.
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

// Nanoseconds since 1970 by the calendar clock, which the system may set at any time.
inline std::uint64_t calendar_ns() {
  timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  return static_cast<std::uint64_t>(t.tv_sec) * 1'000'000'000u + static_cast<std::uint64_t>(t.tv_nsec);
}

// A count that grows with time at a fixed rate (unknown here), equal on all processors; a few nanoseconds to read.
inline std::uint64_t ticks() {
#if defined(__x86_64__)
  return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
  std::uint64_t t;
  asm volatile("mrs %0, cntvct_el0" : "=r"(t));
  return t;
#else
  return now_ns();
#endif
}

// About a microsecond in ticks, to a factor of two or three.
inline std::uint64_t ticks_of_a_microsecond() {
#if defined(__aarch64__)
  std::uint64_t hz;
  asm("mrs %0, cntfrq_el0" : "=r"(hz));
  return hz / 1'000'000 + 1;
#elif defined(__x86_64__)
  return 2500;
#else
  return 1000;
#endif
}

}  // namespace xomp::platform
