// Nests of loops that a compiler leaves to the runtime to collapse. A thread works on its own copy of the description.
#pragma once

#include <cstdint>

namespace xomp::worksharing {

enum class Comparison : std::int32_t { less_or_equal, greater_or_equal, not_equal, less, greater };

// The type in which a loop's bounds are computed, and that of its variable.
enum class LoopType : std::int32_t { uint8, int8, uint16, int16, uint32, int32, uint64, int64 };

// One loop: from lower + lower_factor * outer variable to upper + upper_factor * outer variable. The layout is clang's.
// Values are of the loop's type, in the low bytes.
struct NestedLoop {
  LoopType type;
  LoopType variable_type;
  Comparison comparison;
  std::int32_t outer;  // index of the loop whose variable the bounds depend on; any when the factors are 0
  std::uint64_t lower;
  std::uint64_t lower_factor;
  std::uint64_t upper;
  std::uint64_t upper_factor;
  std::int64_t step;
  std::uint64_t iterations;  // of this loop, for a rectangular nest
};
static_assert(sizeof(NestedLoop) == 64);

inline constexpr int kMaxNest = 64;

// Turns < and > into <= and >=. A nest must be counted before this, because the upper bound of `j < i` becomes i - 1,
// which for an unsigned i of 0 is no bound any more.
void make_canonical(NestedLoop* nest, int depth);

// A rectangular nest: notes each loop's iterations and returns their product.
std::uint64_t count_rectangular(NestedLoop* nest, int depth);
// Finds the variables of iteration `index` of a rectangular nest.
void find_rectangular(const NestedLoop* nest, int depth, std::uint64_t index, std::uint64_t* variables);

// Counts the iterations of any nest. Takes time for each iteration of a loop that an inner one depends on.
std::uint64_t count_iterations(const NestedLoop* nest, int depth);
void find_iteration(const NestedLoop* nest, int depth, std::uint64_t index, std::uint64_t* variables);

// Finds a static block of any nest's iterations, for one of `threads` threads. Its first and last point become the
// bounds of `chunk`. Returns false if the block is empty.
bool static_block(NestedLoop* nest, int depth, std::uint32_t thread, std::uint32_t threads, NestedLoop* chunk,
                  std::int32_t* is_last);

}  // namespace xomp::worksharing
