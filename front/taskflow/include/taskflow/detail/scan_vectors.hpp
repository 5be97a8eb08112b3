// Prefix sums of numbers of four bytes in vector registers of four (Hillis and Steele, Data parallel algorithms, 1986).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <iterator>
#include <memory>
#include <type_traits>
#include <vector>

#include "../utility/os.hpp"

namespace tf {
namespace detail {

template <typename Op, typename T>
inline constexpr bool adds = std::is_same_v<Op, std::plus<T>> || std::is_same_v<Op, std::plus<void>>;

// Says whether the elements are T in a row.
template <typename It, typename T>
constexpr bool is_row_of() {
#if __cplusplus >= 202002L
  if constexpr (std::contiguous_iterator<It>) return std::is_same_v<std::iter_value_t<It>, T>;
  else return false;
#else
  return std::is_same_v<It, T*> || std::is_same_v<It, const T*> ||
         std::is_same_v<It, typename std::vector<T>::iterator> ||
         std::is_same_v<It, typename std::vector<T>::const_iterator>;
#endif
}

#if TF_SHUFFLES_VECTORS
inline constexpr bool has_vectors = true;

// Four numbers. Whole ones are added as unsigned, since a part of a sum may overflow where the sum does not.
template <typename T>
class FourNumbers {
  using Number = std::conditional_t<std::is_integral_v<T>, std::uint32_t, T>;
  typedef Number Vector __attribute__((vector_size(16)));
  Vector of_;

  explicit FourNumbers(Vector of) : of_(of) {}

 public:
  explicit FourNumbers(T each) : of_(Vector{} + static_cast<Number>(each)) {}
  static FourNumbers from(const T* place) {
    Vector of;
    std::memcpy(&of, place, sizeof of);
    return FourNumbers(of);
  }
  void to(T* place) const { std::memcpy(place, &of_, sizeof of_); }
  T last() const { return static_cast<T>(of_[3]); }

  friend FourNumbers operator+(FourNumbers a, FourNumbers b) { return FourNumbers(a.of_ + b.of_); }
  // Returns the prefix sums of these four.
  FourNumbers sums() const {
    const Vector pairs = of_ + __builtin_shufflevector(of_, Vector{}, 4, 0, 1, 2);
    return FourNumbers(pairs + __builtin_shufflevector(pairs, Vector{}, 4, 5, 0, 1));
  }
  // Returns the last one, four times.
  FourNumbers last_of_all() const { return FourNumbers(__builtin_shufflevector(of_, of_, 3, 3, 3, 3)); }
  // Returns the last of `before` and the first three of these.
  FourNumbers moved_behind(FourNumbers before) const {
    return FourNumbers(__builtin_shufflevector(before.of_, of_, 3, 4, 5, 6));
  }
};

// Writes the sums of 16 elements after the other, which follow the sum `before`. Returns how many elements are left. `in` and `out` may be the
// same.
template <bool is_inclusive, typename T>
std::size_t scan_by_vectors(const T* in, std::size_t n, T* out, T& before) {
  using Four = FourNumbers<T>;
  Four sum(before);
  for (; n >= 16; n -= 16, in += 16, out += 16) {
    const Four a = Four::from(in).sums(), b = Four::from(in + 4).sums(), c = Four::from(in + 8).sums(),
               d = Four::from(in + 12).sums();
    const Four ab = a.last_of_all() + b.last_of_all(), abc = ab + c.last_of_all();
    const Four sums[] = {sum, sum + a, (sum + a.last_of_all()) + b, (sum + ab) + c, (sum + abc) + d};
    for (int i = 0; i < 4; ++i) (is_inclusive ? sums[i + 1] : sums[i + 1].moved_behind(sums[i])).to(out + 4 * i);
    sum = sum + (abc + d.last_of_all());
  }
  before = sum.last();
  return n;
}
#else
inline constexpr bool has_vectors = false;
template <bool is_inclusive, typename T>
std::size_t scan_by_vectors(const T*, std::size_t n, T*, T&) {
  return n;
}
#endif

template <typename It, typename Out, typename T, typename Op>
inline constexpr bool scans_by_vectors = has_vectors && sizeof(T) == 4 && std::is_arithmetic_v<T> && adds<Op, T> &&
                                         is_row_of<It, T>() && is_row_of<Out, T>();

}  // namespace detail
}  // namespace tf
