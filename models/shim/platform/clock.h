// Stands in for src/platform/clock.h where the engine is compiled to be explored or simulated (this folder comes first
// in the include path): time is what the checker or the simulator says.
#pragma once

#include <cstdint>

namespace xomp::platform {

std::uint64_t now_ns();
std::uint64_t ticks();
inline std::uint64_t calendar_ns() { return now_ns(); }
inline std::uint64_t ticks_of_a_microsecond() { return 1000; }

}  // namespace xomp::platform
