// Which known variable a misspelt name may mean.
#pragma once

#include <cstddef>

namespace xomp::icv {

// Letters to insert, remove, change or swap with their neighbour to get from one name to the other. Names longer than
// kMaxNameLength are infinitely far.
inline constexpr std::size_t kMaxNameLength = 48;
int edit_distance(const char* a, std::size_t a_length, const char* b, std::size_t b_length);

// The nearest known variable, or nullptr if none is near.
const char* nearest_variable(const char* name, std::size_t length);

}  // namespace xomp::icv
