// How many iterations a loop has, in unsigned arithmetic that is right up to the types' limits. A loop over all 2^64
// values counts as one less; no program gets there.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

namespace xomp::worksharing {

// Loop from lower to upper inclusive; T is 32 or 64 bits wide, signed or not.
template <class T>
constexpr std::uint64_t trip_count(T lower, T upper, std::make_signed_t<T> step) {
  using Unsigned = std::make_unsigned_t<T>;
  if (step == 0 || (step > 0 ? upper < lower : upper > lower)) return 0;
  const Unsigned span = step > 0 ? static_cast<Unsigned>(upper) - static_cast<Unsigned>(lower)
                                 : static_cast<Unsigned>(lower) - static_cast<Unsigned>(upper);
  const Unsigned stride = step > 0 ? static_cast<Unsigned>(step) : Unsigned{0} - static_cast<Unsigned>(step);
  const std::uint64_t last = span / stride;
  return last == std::numeric_limits<std::uint64_t>::max() ? last : last + 1;
}

enum class Direction : bool { down, up };

// Loop from start up or down to before end; the step is the two's complement of a signed number.
template <class T>
constexpr std::uint64_t trip_count_before(T start, T end, std::uint64_t step, Direction direction) {
  const auto from = static_cast<std::uint64_t>(start);
  const auto to = static_cast<std::uint64_t>(end);
  if (step == 0) return 0;
  if (direction == Direction::up) return start < end ? (to - from - 1) / step + 1 : 0;
  return start > end ? (from - to - 1) / (0 - step) + 1 : 0;
}

}  // namespace xomp::worksharing
