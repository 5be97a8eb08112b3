// Ranges of indices: begin, end and step in one or several dimensions.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <tuple>
#include <type_traits>

#include "traits.hpp"

namespace tf {

// Says whether the step does not lead from begin to end.
template <typename T>
constexpr bool is_index_range_invalid(T beg, T end, T step) {
  if (beg == end) return false;
  return beg < end ? step <= T{0} : step >= T{0};
}

// How many indices the range has; 0 for an invalid one.
template <typename T>
constexpr std::size_t distance(T beg, T end, T step) {
  if (beg == end || is_index_range_invalid(beg, end, step)) return 0;
  // As std::size_t, since the difference of two indices may be none.
  const auto from = static_cast<std::size_t>(beg), to = static_cast<std::size_t>(end),
             by = static_cast<std::size_t>(step);
  return beg < end ? (to - from - 1) / by + 1 : (from - to - 1) / (std::size_t{0} - by) + 1;
}

namespace detail {
// The index at a position of a range.
template <typename T>
constexpr T index_at(T beg, T step, std::size_t position) {
  return static_cast<T>(static_cast<std::size_t>(beg) + position * static_cast<std::size_t>(step));
}
}  // namespace detail

// The product of N ranges, the last one varying fastest. From the first empty dimension on the inner ones do not count.
template <typename T, std::size_t N = 1>
class IndexRanges {
  static_assert(std::is_integral_v<T>, "indices are integers");
  template <typename... Rs>
  static constexpr bool are_ranges = sizeof...(Rs) == N && (std::is_same_v<std::decay_t<Rs>, IndexRanges<T, 1>> && ...);

 public:
  using index_type = T;
  using Dim = std::tuple<T, T, T>;
  static constexpr std::size_t rank = N;

  IndexRanges() = default;
  template <std::size_t M = N, std::enable_if_t<M == 1, int> = 0>
  explicit IndexRanges(T beg, T end, T step_size) : dims_{Dim{beg, end, step_size}} {}
  template <typename... Rs, std::enable_if_t<are_ranges<Rs...> && (N > 1), int> = 0>
  explicit IndexRanges(Rs&&... ranges) : dims_{ranges.dim(0)...} {}
  explicit IndexRanges(const std::array<Dim, N>& dims) : dims_(dims) {}

  const Dim& dim(std::size_t d) const { return dims_[d]; }
  Dim& dim(std::size_t d) { return dims_[d]; }

  // --- one dimension ---
  T begin() const { return std::get<0>(only()); }
  T end() const { return std::get<1>(only()); }
  T step_size() const { return std::get<2>(only()); }
  IndexRanges& begin(T value) {
    std::get<0>(only()) = value;
    return *this;
  }
  IndexRanges& end(T value) {
    std::get<1>(only()) = value;
    return *this;
  }
  IndexRanges& step_size(T value) {
    std::get<2>(only()) = value;
    return *this;
  }
  IndexRanges& reset(T beg, T end, T step) {
    only() = Dim{beg, end, step};
    return *this;
  }
  // The indices at the positions [part_beg, part_end).
  IndexRanges unravel(std::size_t part_beg, std::size_t part_end) const {
    return IndexRanges(at(0, part_beg), end_at(0, part_end), step_size());
  }
  IndexRanges discrete_domain(std::size_t part_beg, std::size_t part_end) const { return unravel(part_beg, part_end); }

  // --- sizes ---
  std::size_t size(std::size_t d) const {
    const auto& [beg, end, step] = dims_[d];
    return distance(beg, end, step);
  }
  std::size_t size() const {
    const Shape s(*this);
    return s.active == 0 ? 0 : s.volume[0] * s.sizes[0];
  }

  // --- several dimensions: boxes of whole inner dimensions ---
  // The least volume of whole dimensions that is at least `chunk`; at most size().
  std::size_t ceil(std::size_t chunk) const {
    const Shape s(*this);
    for (std::size_t d = s.active; d-- > 0;)
      if (s.volume[d] >= chunk) return s.volume[d];
    return size();
  }
  // The largest volume of whole dimensions that is at most `chunk`.
  std::size_t floor(std::size_t chunk) const {
    const Shape s(*this);
    if (s.active == 0) return 0;
    if (size() <= chunk) return size();
    for (std::size_t d = 0; d < s.active; ++d)
      if (s.volume[d] <= chunk) return s.volume[d];
    return 0;
  }
  // The box that begins at this position of the whole range and has about `chunk` elements: upper_slice() takes a whole
  // step of an outer dimension rather than less than that, lower_slice() never more than `chunk`.
  IndexRanges upper_slice(std::size_t position, std::size_t chunk) const {
    return slice(position, chunk, [](std::size_t inner, std::size_t wanted) { return inner < wanted; });
  }
  IndexRanges lower_slice(std::size_t position, std::size_t chunk) const { return slice(position, chunk, nullptr); }
  IndexRanges empty_box() const {
    IndexRanges box(*this);
    std::get<1>(box.dims_[0]) = std::get<0>(box.dims_[0]);
    return box;
  }

 private:
  struct Shape {
    std::size_t active = N;  // dimensions before the first empty one
    std::array<std::size_t, N> sizes{};
    std::array<std::size_t, N> volume{};  // of what is inside of a dimension
    explicit Shape(const IndexRanges& r) {
      for (std::size_t d = 0; d < N; ++d) {
        sizes[d] = r.size(d);
        if (sizes[d] != 0) continue;
        active = d;
        break;
      }
      std::size_t v = 1;
      for (std::size_t d = active; d-- > 0; v *= sizes[d]) volume[d] = v;
    }
  };

  Dim& only() {
    static_assert(N == 1, "for ranges of one dimension");
    return dims_[0];
  }
  const Dim& only() const {
    static_assert(N == 1, "for ranges of one dimension");
    return dims_[0];
  }
  T at(std::size_t d, std::size_t position) const {
    const auto& [beg, end, step] = dims_[d];
    return detail::index_at(beg, step, position);
  }
  // Returns where a part ends that has the positions before this one. There may be no index behind the range's last
  // one.
  T end_at(std::size_t d, std::size_t position) const {
    const auto& [beg, end, step] = dims_[d];
    const T index = detail::index_at(beg, step, position);
    const auto wide = static_cast<std::size_t>(beg) + position * static_cast<std::size_t>(step);
    return static_cast<std::size_t>(index) == wide ? index : end;
  }
  Dim part(std::size_t d, std::size_t first, std::size_t last) const {
    return Dim{at(d, first), end_at(d, last), std::get<2>(dims_[d])};
  }

  // `grows_into(inner, chunk)`: whether a box that has `inner` elements for each step of a dimension may still grow into
  // the next outer one. nullptr: only into one that fits as a whole.
  template <typename Grows>
  IndexRanges slice(std::size_t position, std::size_t chunk, Grows grows_into) const {
    const Shape s(*this);
    if (chunk == 0) return empty_box();
    if (s.active == 0) return *this;
    std::array<std::size_t, N> at_dim{};
    for (std::size_t d = 0, rest = position; d < s.active; ++d) {
      at_dim[d] = rest / s.volume[d] % s.sizes[d];
      rest %= s.volume[d];
    }
    std::size_t d = s.active - 1;
    while (d > 0 && at_dim[d] == 0) {
      if constexpr (std::is_null_pointer_v<Grows>) {
        if (s.volume[d - 1] > 1 && s.volume[d - 1] * s.sizes[d - 1] > chunk) break;
      } else {
        if (!grows_into(s.volume[d], chunk)) break;
      }
      --d;
    }
    const std::size_t steps = std::min(s.sizes[d] - at_dim[d], std::max<std::size_t>(1, chunk / s.volume[d]));
    IndexRanges box(*this);
    for (std::size_t outer = 0; outer < d; ++outer) box.dims_[outer] = part(outer, at_dim[outer], at_dim[outer] + 1);
    box.dims_[d] = part(d, at_dim[d], at_dim[d] + steps);
    return box;
  }

  std::array<Dim, N> dims_;
};

template <typename T>
using IndexRange = IndexRanges<T, 1>;

template <typename... Rs>
IndexRanges(Rs...) -> IndexRanges<typename std::tuple_element_t<0, std::tuple<Rs...>>::index_type, sizeof...(Rs)>;
template <typename T>
IndexRanges(T, T, T) -> IndexRanges<T, 1>;

template <typename T>
inline constexpr bool is_index_ranges_v = false;
template <typename T, std::size_t N>
inline constexpr bool is_index_ranges_v<IndexRanges<T, N>> = true;
namespace detail {
template <typename R>
using plain_range_t = std::decay_t<unwrap_ref_decay_t<R>>;
template <typename R>
constexpr std::size_t rank_of() {
  if constexpr (is_index_ranges_v<plain_range_t<R>>) return plain_range_t<R>::rank;
  else return 0;
}
}  // namespace detail
#if defined(__cpp_concepts)
#if defined(__cpp_lib_ranges)
// An input iterator, or a std::ref of one.
template <typename T>
concept InputIteratorLike = std::input_iterator<std::decay_t<unwrap_ref_decay_t<T>>>;
#endif
template <typename R>
concept IndexRangesLike = detail::rank_of<R>() >= 1;
template <typename R>
concept IndexRanges1DLike = detail::rank_of<R>() == 1;
template <typename R>
concept IndexRangesMDLike = (detail::rank_of<R>() > 1);
#endif

}  // namespace tf
