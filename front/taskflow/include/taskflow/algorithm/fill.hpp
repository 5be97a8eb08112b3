// Parallel fill.
#pragma once

#include "for_each.hpp"

namespace tf {

template <typename B, typename E, typename V, typename P = DefaultPartitioner>
auto make_fill_task(B first, E last, V value, P part = P()) {
  return make_for_each_task(first, last, [value](auto&& element) { element = value; }, part);
}
template <typename B, typename C, typename V, typename P = DefaultPartitioner>
auto make_fill_n_task(B first, C count, V value, P part = P()) {
  return detail::make_counted_task(
      first, count, [=](auto begin, auto end) mutable { return make_fill_task(begin, end, value, part); });
}

template <typename B, typename E, typename V, typename P>
Task FlowBuilder::fill(B first, E last, V value, P part) {
  return emplace(make_fill_task(first, last, value, part));
}
template <typename B, typename C, typename V, typename P>
Task FlowBuilder::fill_n(B first, C count, V value, P part) {
  return emplace(make_fill_n_task(first, count, value, part));
}

}  // namespace tf
