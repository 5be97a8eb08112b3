// Inputs that take several values for one key and give them to the task as a range: make_aggregator(edge, how many) in the
// list of input edges; the task takes `const ttg::Aggregator<T>&`.
#ifndef XOMP_TTG_AGGREGATOR_H
#define XOMP_TTG_AGGREGATOR_H

#include "ttg/edge.h"
#include <cstddef>
#include <functional>
#include <iterator>
#include <vector>

namespace ttg {

// The values, in the order of their arrival.
template <class T>
class Aggregator {
 public:
  using value_type = T;
  using Parcel = detail::Parcel<T>;

  class iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using pointer = const T*;
    using reference = const T&;

    iterator() = default;
    explicit iterator(const Parcel* at) : at_(at) {}
    const T& operator*() const { return Aggregator::value_of(*at_); }
    const T* operator->() const { return &**this; }
    iterator& operator++() { return ++at_, *this; }
    iterator operator++(int) { return iterator(at_++); }
    friend bool operator==(iterator a, iterator b) { return a.at_ == b.at_; }
    friend bool operator!=(iterator a, iterator b) { return a.at_ != b.at_; }

   private:
    const Parcel* at_ = nullptr;
  };
  using const_iterator = iterator;

  iterator begin() const { return iterator(parcels_.data()); }
  iterator end() const { return iterator(parcels_.data() + parcels_.size()); }
  iterator cbegin() const { return begin(); }
  iterator cend() const { return end(); }
  std::size_t size() const { return parcels_.size(); }
  bool empty() const { return parcels_.empty(); }
  const T& operator[](std::size_t i) const { return value_of(parcels_[i]); }
  const T& at(std::size_t i) const { return value_of(parcels_.at(i)); }

  // --- the library's own ---
  std::vector<Parcel>& parcels() { return parcels_; }
  const std::vector<Parcel>& parcels() const { return parcels_; }

 private:
  static const T& value_of(const Parcel& parcel) {
    if constexpr (detail::is_inline_v<T>) return parcel;
    else return parcel->value();
  }
  std::vector<Parcel> parcels_;
};

namespace detail {

template <class T>
inline constexpr bool is_aggregator_v = false;
template <class T>
inline constexpr bool is_aggregator_v<Aggregator<T>> = true;
template <class T>
inline constexpr bool is_aggregator_v<const Aggregator<T>> = true;

// Says how many values there are for each key. Without a function nothing is known.
template <class Key>
using AggregatorTarget = std::function<std::size_t(const KeyOr<Key>&)>;

}  // namespace detail

// An edge whose values are gathered.
template <class Key, class Value>
class AggregatorEdge {
 public:
  using key_type = Key;
  using value_type = Aggregator<Value>;
  using output_terminal_type = typename Edge<Key, Value>::output_terminal_type;

  AggregatorEdge(ttg::Edge<Key, Value> edge, detail::AggregatorTarget<Key> target)
      : edge_(std::move(edge)), target_(std::move(target)) {}
  ttg::Edge<Key, Value> edge() const { return edge_; }
  const detail::AggregatorTarget<Key>& target() const { return target_; }
  void set_in(Out<Key, Value>* out) const { edge_.set_in(out); }
  void set_out(TerminalBase* in) const { edge_.set_out(in); }
  bool live() const { return edge_.live(); }

 private:
  ttg::Edge<Key, Value> edge_;
  detail::AggregatorTarget<Key> target_;
};

template <class Key, class Value>
auto make_aggregator(const Edge<Key, Value>& edge) {
  return AggregatorEdge<Key, Value>(edge, nullptr);
}
template <class Key, class Value, class Target>
auto make_aggregator(const Edge<Key, Value>& edge, Target&& target) {
  if constexpr (std::is_convertible_v<Target, std::size_t>) {
    const std::size_t n = static_cast<std::size_t>(target);
    return AggregatorEdge<Key, Value>(edge, [n](const auto&) { return n; });
  } else if constexpr (std::is_void_v<Key>) {
    return AggregatorEdge<Key, Value>(edge, [target](const Void&) { return static_cast<std::size_t>(target()); });
  } else {
    return AggregatorEdge<Key, Value>(edge, [target](const Key& key) { return static_cast<std::size_t>(target(key)); });
  }
}

}  // namespace ttg

#endif
