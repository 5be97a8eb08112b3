// Parallel generate: the generator is called by several threads at a time, in any order.
#pragma once

#include "for_each.hpp"

namespace tf {

template <typename B, typename E, typename G, typename P = DefaultPartitioner>
auto make_generate_task(B first, E last, G gen, P part = P()) {
  return make_for_each_task(first, last, [gen](auto&& element) mutable { element = gen(); }, part);
}
template <typename B, typename C, typename G, typename P = DefaultPartitioner>
auto make_generate_n_task(B first, C count, G gen, P part = P()) {
  return detail::make_counted_task(
      first, count, [=](auto begin, auto end) mutable { return make_generate_task(begin, end, gen, part); });
}

template <typename B, typename E, typename G, typename P>
Task FlowBuilder::generate(B first, E last, G gen, P part) {
  return emplace(make_generate_task(first, last, gen, part));
}
template <typename B, typename C, typename G, typename P>
Task FlowBuilder::generate_n(B first, C count, G gen, P part) {
  return emplace(make_generate_n_task(first, count, gen, part));
}

}  // namespace tf
