// Stands in for src/platform/clock.h: virtual time.
#pragma once

#include <cstdint>

namespace xomp::simulate {
std::uint64_t read_clock_ns();
std::uint64_t read_ticks();
}  // namespace xomp::simulate

namespace xomp::platform {

inline std::uint64_t now_ns() { return simulate::read_clock_ns(); }
inline std::uint64_t ticks() { return simulate::read_ticks(); }
inline std::uint64_t calendar_ns() { return now_ns(); }
inline std::uint64_t ticks_of_a_microsecond() { return 2500; }

}  // namespace xomp::platform
