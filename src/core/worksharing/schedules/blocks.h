// Cuts n things into one block for each thread; the first n % parts blocks have one more. Both ABIs' compilers and
// runtimes give exactly these blocks for schedule(static).
#pragma once

#include "core/worksharing/loop.h"

namespace xomp::worksharing::schedules {

inline Iterations block_of(std::uint64_t n, std::uint32_t part, std::uint32_t parts) {
  const std::uint64_t each = n / parts;
  const std::uint64_t longer = n % parts;
  const std::uint64_t begin = part * each + (part < longer ? part : longer);
  return {begin, begin + each + (part < longer ? 1 : 0)};
}

// Returns the block that holds thing i.
inline std::uint32_t block_holding(std::uint64_t n, std::uint64_t i, std::uint32_t parts) {
  const std::uint64_t each = n / parts;
  const std::uint64_t longer = n % parts;
  const std::uint64_t in_longer = longer * (each + 1);
  return static_cast<std::uint32_t>(i < in_longer ? i / (each + 1) : longer + (i - in_longer) / each);
}

}  // namespace xomp::worksharing::schedules
