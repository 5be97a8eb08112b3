// From which size on a team counts its arrivals in groups, and how large the groups are. These two stand alone, because
// explored builds replace them (models/shim): there a team of three is a large one.
#pragma once

#include <cstdint>

namespace xomp::barrier {

inline constexpr std::int32_t kFewThreads = 8;  // a team of up to so many counts in one word
inline constexpr std::uint32_t kFanOut = 8;     // 4 and 16 are as good (docs/scaling.md, barriers)

}  // namespace xomp::barrier
