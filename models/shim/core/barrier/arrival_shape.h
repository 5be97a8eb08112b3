// Stands in for src/core/barrier/arrival_shape.h where the engine is explored: teams of two count in one word, teams of
// three in groups of two, on two levels.
#pragma once

#include <cstdint>

namespace xomp::barrier {

inline constexpr std::int32_t kFewThreads = 2;
inline constexpr std::uint32_t kFanOut = 2;

}  // namespace xomp::barrier
