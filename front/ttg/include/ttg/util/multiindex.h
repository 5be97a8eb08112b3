// A key of several integers.
#ifndef XOMP_TTG_UTIL_MULTIINDEX_H
#define XOMP_TTG_UTIL_MULTIINDEX_H

#include "ttg/util/hash.h"
#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <initializer_list>
#include <ostream>
#include <type_traits>

namespace ttg {

template <std::size_t Rank, class Int = int>
class MultiIndex {
 public:
  static constexpr std::size_t rank = Rank;
  using index_type = Int;

  MultiIndex() = default;
  template <class... Ints>
    requires(sizeof...(Ints) == Rank && (std::is_integral_v<Ints> && ...) && Rank > 1)
  constexpr MultiIndex(Ints... indices) : data_{static_cast<Int>(indices)...} {}
  template <class I>
    requires(Rank == 1 && std::is_same_v<I, Int>)
  constexpr MultiIndex(I index) : data_{index} {}
  template <class I>
    requires std::is_integral_v<I>
  constexpr MultiIndex(std::initializer_list<I> indices) {
    assert(indices.size() == Rank);
    std::transform(indices.begin(), indices.end(), data_.begin(), [](I i) { return static_cast<Int>(i); });
  }
  template <class I>
    requires(std::is_same_v<I, std::size_t> && !std::is_same_v<I, Int> && Rank < 4)
  explicit MultiIndex(I hash) {
    for (std::size_t i = Rank; i-- > 0; hash >>= kBits) data_[i] = static_cast<Int>(hash & kMask);
  }

  const Int& operator[](std::size_t i) const { return data_[i]; }
  const auto& data() const { return data_; }

  std::size_t hash() const {
    if constexpr (Rank < 4) {
      std::size_t h = 0;
      for (const Int i : data_) {
        assert(i >= 0 && static_cast<std::size_t>(i) <= kMask);
        h = h << kBits | static_cast<std::size_t>(i);
      }
      return h;
    } else {
      std::size_t seed = 0;
      for (const Int i : data_) hash_combine(seed, i);
      return seed;
    }
  }
  friend bool operator==(const MultiIndex& a, const MultiIndex& b) { return a.data_ == b.data_; }
  friend bool operator!=(const MultiIndex& a, const MultiIndex& b) { return !(a == b); }
  friend std::ostream& operator<<(std::ostream& os, const MultiIndex& m) {
    os << '{';
    for (std::size_t i = 0; i < Rank; ++i) os << (i == 0 ? "" : ",") << m.data_[i];
    return os << '}';
  }
  template <class Archive>
  void serialize(Archive& ar) {
    ar & data_;
  }
  template <class Archive>
  void serialize(Archive& ar, unsigned) {
    ar & data_;
  }

 private:
  static constexpr unsigned kBits = 21;
  static constexpr std::size_t kMask = (std::size_t{1} << kBits) - 1;
  std::array<Int, Rank> data_{};
};

}  // namespace ttg

#endif
