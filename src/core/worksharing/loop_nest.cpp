#include "core/worksharing/loop_nest.h"

#include <algorithm>
#include <type_traits>

namespace xomp::worksharing {
namespace {

// Calls `use` with a value of the type in which the bounds are computed, since the compiler promotes smaller types.
template <class Use>
auto with_type(LoopType type, Use&& use) {
  switch (type) {
    case LoopType::uint32: return use(std::uint32_t{});
    case LoopType::int64: return use(std::int64_t{});
    case LoopType::uint64: return use(std::uint64_t{});
    default: return use(std::int32_t{});
  }
}

std::uint64_t trimmed(LoopType type, std::uint64_t value) {
  switch (type) {
    case LoopType::uint8: return static_cast<std::uint8_t>(value);
    case LoopType::int8: return static_cast<std::uint64_t>(static_cast<std::int8_t>(value));
    case LoopType::uint16: return static_cast<std::uint16_t>(value);
    case LoopType::int16: return static_cast<std::uint64_t>(static_cast<std::int16_t>(value));
    case LoopType::uint32: return static_cast<std::uint32_t>(value);
    case LoopType::int32: return static_cast<std::uint64_t>(static_cast<std::int32_t>(value));
    default: return value;
  }
}

// Returns a bound of type T. Sums may wrap on the way.
template <class T>
T bound(std::uint64_t start, std::uint64_t factor, std::uint64_t outer) {
  return static_cast<T>(start + factor * outer);
}

// The direction of a loop, and whether it stops in front of its upper bound.
struct Course {
  bool up;
  bool exclusive;
};

Course course_of(const NestedLoop& loop) {
  switch (loop.comparison) {
    case Comparison::less_or_equal: return {true, false};
    case Comparison::greater_or_equal: return {false, false};
    case Comparison::less: return {true, true};
    case Comparison::greater: return {false, true};
    default: return {loop.step > 0, true};
  }
}

template <class T>
std::uint64_t iterations_between(T lower, T upper, const NestedLoop& loop) {
  using Unsigned = std::make_unsigned_t<T>;
  const Course course = course_of(loop);
  const auto step = static_cast<std::make_signed_t<T>>(loop.step);
  const auto magnitude = step < 0 ? Unsigned(0) - static_cast<Unsigned>(step) : static_cast<Unsigned>(step);
  const bool is_empty = course.up ? upper < lower : lower < upper;
  if (magnitude == 0 || is_empty || (course.exclusive && lower == upper)) return 0;
  const Unsigned distance = course.up ? static_cast<Unsigned>(upper) - static_cast<Unsigned>(lower)
                                      : static_cast<Unsigned>(lower) - static_cast<Unsigned>(upper);
  return std::uint64_t{(distance - (course.exclusive ? 1 : 0)) / magnitude} + 1;
}

// Returns the iterations of `loop` for the outer variables found so far.
std::uint64_t iterations_of(const NestedLoop& loop, const std::uint64_t* variables) {
  const std::uint64_t outer = (loop.lower_factor | loop.upper_factor) != 0 ? variables[loop.outer] : 0;
  return with_type(loop.type, [&](auto type) {
    using T = decltype(type);
    return iterations_between(bound<T>(loop.lower, loop.lower_factor, outer),
                              bound<T>(loop.upper, loop.upper_factor, outer), loop);
  });
}

std::uint64_t variable_at(const NestedLoop& loop, const std::uint64_t* variables, std::uint64_t iteration) {
  const std::uint64_t outer = loop.lower_factor != 0 ? variables[loop.outer] : 0;
  const std::uint64_t distance = iteration * static_cast<std::uint64_t>(loop.step);
  return trimmed(loop.variable_type, loop.lower + loop.lower_factor * outer + distance);
}

bool something_depends_on(const NestedLoop* nest, int depth, int level) {
  for (int i = level + 1; i < depth; ++i)
    if (nest[i].outer == level && (nest[i].lower_factor | nest[i].upper_factor) != 0) return true;
  return false;
}

// Returns the iterations of the loops from `level` inwards.
std::uint64_t count_from(const NestedLoop* nest, int depth, int level, std::uint64_t* variables) {
  if (level == depth) return 1;
  const std::uint64_t iterations = iterations_of(nest[level], variables);
  if (!something_depends_on(nest, depth, level))
    return iterations == 0 ? 0 : iterations * count_from(nest, depth, level + 1, variables);
  std::uint64_t total = 0;
  for (std::uint64_t i = 0; i < iterations; ++i) {
    variables[level] = variable_at(nest[level], variables, i);
    total += count_from(nest, depth, level + 1, variables);
  }
  return total;
}

// Sets the variable of `level` for iteration `index` of the loops from there inwards. Returns the rest of
// the index, for the inner loops.
std::uint64_t settle_level(const NestedLoop* nest, int depth, int level, std::uint64_t index,
                           std::uint64_t* variables) {
  if (!something_depends_on(nest, depth, level)) {
    const std::uint64_t inner = count_from(nest, depth, level + 1, variables);
    variables[level] = variable_at(nest[level], variables, index / inner);
    return index % inner;
  }
  for (std::uint64_t i = 0;; ++i) {
    variables[level] = variable_at(nest[level], variables, i);
    const std::uint64_t inner = count_from(nest, depth, level + 1, variables);
    if (index < inner) return index;
    index -= inner;
  }
}

}  // namespace

void make_canonical(NestedLoop* nest, int depth) {
  for (int i = 0; i < depth; ++i) {
    const Course course = course_of(nest[i]);
    nest[i].comparison = course.up ? Comparison::less_or_equal : Comparison::greater_or_equal;
    if (course.exclusive) nest[i].upper += course.up ? std::uint64_t(-1) : 1;
  }
}

std::uint64_t count_rectangular(NestedLoop* nest, int depth) {
  const std::uint64_t variables[kMaxNest] = {};
  std::uint64_t total = 1;
  for (int i = 0; i < depth; ++i) {
    nest[i].iterations = iterations_of(nest[i], variables);
    total *= nest[i].iterations;
  }
  return total;
}

void find_rectangular(const NestedLoop* nest, int depth, std::uint64_t index, std::uint64_t* variables) {
  for (int i = depth - 1; i >= 0; --i) {
    variables[i] = index % nest[i].iterations;
    index /= nest[i].iterations;
  }
  for (int i = 0; i < depth; ++i) variables[i] = variable_at(nest[i], variables, variables[i]);
}

std::uint64_t count_iterations(const NestedLoop* nest, int depth) {
  std::uint64_t variables[kMaxNest] = {};
  return count_from(nest, depth, 0, variables);
}

void find_iteration(const NestedLoop* nest, int depth, std::uint64_t index, std::uint64_t* variables) {
  for (int level = 0; level < depth; ++level) index = settle_level(nest, depth, level, index, variables);
}

bool static_block(NestedLoop* nest, int depth, std::uint32_t thread, std::uint32_t threads, NestedLoop* chunk,
                  std::int32_t* is_last) {
  const std::uint64_t total = count_iterations(nest, depth);
  const std::uint64_t share = total / threads;
  const std::uint64_t extra = total % threads;
  const std::uint64_t first = share * thread + std::min<std::uint64_t>(thread, extra);
  const std::uint64_t size = share + (thread < extra ? 1 : 0);
  *is_last = size != 0 && first + size == total;
  if (size == 0) return false;
  std::uint64_t lower[kMaxNest];
  std::uint64_t upper[kMaxNest];
  find_iteration(nest, depth, first, lower);
  find_iteration(nest, depth, first + size - 1, upper);
  make_canonical(nest, depth);
  for (int i = 0; i < depth; ++i) {
    chunk[i] = nest[i];
    chunk[i].lower = lower[i];
    chunk[i].upper = upper[i];
    chunk[i].lower_factor = chunk[i].upper_factor = 0;
  }
  return true;
}

}  // namespace xomp::worksharing
