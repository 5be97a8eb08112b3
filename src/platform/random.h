// Numbers for choices that need only be spread: whom to steal from.
#pragma once

#include <cstdint>

namespace xomp::platform {

// Makes the next number of a generator (xorshift, Marsaglia 2003), whose state is any number but 0. Called by its
// owner.
inline std::uint32_t next_random(std::uint32_t& state) {
  std::uint32_t x = state;
  x ^= x << 13;
  x ^= x >> 17;
  x ^= x << 5;
  return state = x;
}

}  // namespace xomp::platform
