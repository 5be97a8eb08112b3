// How threads 0 .. size-1 stand in a tree of a given fan-out: who meets whom on the way up, who tells whom on the way
// down. Arithmetic only; neighbours in number are neighbours in the tree, so that it follows the places when the
// threads do.
#pragma once

#include <cstdint>

namespace xomp::barrier {

// Up: groups of `fan_out` consecutive threads meet on level 0, groups of `fan_out` consecutive such groups on level 1,
// and so on until one group holds all.
// Down: who leads such a group tells the leaders of the other parts of it, widest group first; thread 0 leads all.
//       So thread i is told by the one whose number is i with its lowest digit that is not 0, to the base fan_out, made
//       0.
class TreeShape {
 public:
  constexpr explicit TreeShape(std::uint32_t fan_out = 4) : fan_out_(fan_out) {}
  constexpr std::uint32_t fan_out() const { return fan_out_; }

  // Groups of a level on which `members` meet.
  constexpr std::uint32_t groups(std::uint32_t members) const { return (members + fan_out_ - 1) / fan_out_; }
  // How many of `members` are in group `g`.
  constexpr std::uint32_t group_size(std::uint32_t g, std::uint32_t members) const {
    const std::uint32_t left = members - g * fan_out_;
    return left < fan_out_ ? left : fan_out_;
  }
  constexpr std::uint32_t group_of(std::uint32_t member) const { return member / fan_out_; }
  // The groups of all levels, for up to `capacity` threads.
  constexpr std::uint32_t all_groups(std::uint32_t capacity) const {
    std::uint32_t count = 0;
    do {
      capacity = groups(capacity);
      count += capacity;
    } while (capacity > 1);
    return count;
  }

  // Who tells thread `number`, not 0.
  constexpr std::uint32_t teller_of(std::uint32_t number) const {
    std::uint64_t step = fan_out_;
    while (number % step == 0) step *= fan_out_;
    return static_cast<std::uint32_t>(number - number % step);
  }
  // Calls tell(i) for each thread that `number` tells, among `size`; those with most others behind them first.
  template <class Tell>
  constexpr void for_each_told(std::uint32_t number, std::uint32_t size, Tell&& tell) const {
    std::uint64_t step = 1;
    while (step < size && number % (step * fan_out_) == 0) step *= fan_out_;
    for (step /= fan_out_; step != 0; step /= fan_out_)
      for (std::uint64_t i = 1; i < fan_out_ && number + i * step < size; ++i)
        tell(static_cast<std::uint32_t>(number + i * step));
  }

 private:
  std::uint32_t fan_out_;  // at least 2
};

}  // namespace xomp::barrier
