// Parallel fill: a generator gives the same value again and again.
#pragma once

#include "generate.hpp"

namespace tf {
namespace detail {

template <typename V>
auto always(V value) {
  return [value]() -> const V& { return value; };
}

}  // namespace detail

template <typename B, typename E, typename V, typename P = DefaultPartitioner>
auto make_fill_task(B first, E last, V value, P part = P()) {
  return make_generate_task(first, last, detail::always(value), part);
}
template <typename B, typename C, typename V, typename P = DefaultPartitioner>
auto make_fill_n_task(B first, C count, V value, P part = P()) {
  return make_generate_n_task(first, count, detail::always(value), part);
}

template <typename B, typename E, typename V, typename P>
Task FlowBuilder::fill(B first, E last, V value, P part) {
  return generate(first, last, detail::always(value), part);
}
template <typename B, typename C, typename V, typename P>
Task FlowBuilder::fill_n(B first, C count, V value, P part) {
  return generate_n(first, count, detail::always(value), part);
}

}  // namespace tf
