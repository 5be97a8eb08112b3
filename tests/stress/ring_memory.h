// Memory for the rings of an XQueue that a test gives back.
#pragma once

#include <cstddef>
#include <cstdlib>

namespace xomp::testing {

inline constexpr auto allocate = [](std::size_t bytes) { return std::aligned_alloc(64, (bytes + 63) / 64 * 64); };
inline constexpr auto release_piece = [](void* start, std::size_t) { std::free(start); };

}  // namespace xomp::testing
