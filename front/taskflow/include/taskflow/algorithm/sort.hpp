// Parallel sort: quicksort whose smaller parts are children of the runtime; std::sort below a size, and where the pivots
// are bad.
#pragma once

#include "launch.hpp"

namespace tf {
namespace detail {

template <typename It>
constexpr std::size_t sort_cutoff() {
  return std::max<std::size_t>(512, (4096 + sizeof(typename std::iterator_traits<It>::value_type) - 1) /
                                        sizeof(typename std::iterator_traits<It>::value_type));
}

// Moves a good guess of the median to the front: of three, or of nine for long ranges.
template <typename It, typename C>
void bring_pivot_to_front(It first, It last, C& less) {
  const auto order = [&](It a, It b, It c) {
    if (less(*b, *a)) std::iter_swap(a, b);
    if (less(*c, *b)) std::iter_swap(b, c);
    if (less(*b, *a)) std::iter_swap(a, b);
  };
  const auto n = last - first;
  const It middle = first + n / 2;
  order(first, middle, last - 1);
  if (n > 128) {
    order(first + 1, middle - 1, last - 2);
    order(first + 2, middle + 1, last - 3);
    order(middle - 1, middle, middle + 1);
  }
  std::iter_swap(first, middle);
}

// Moves the pivot, which is first, to its place. Smaller elements then stand before it. Equal ones are spread over both
// sides, so that a range of equal elements is halved, too.
template <typename It, typename C>
It partition_by_first(It first, It last, C& less) {
  It i = first, j = last;
  for (;;) {
    do ++i;
    while (i != last && less(*i, *first));
    do --j;
    while (less(*first, *j));
    if (i >= j) break;
    std::iter_swap(i, j);
  }
  std::iter_swap(first, j);
  return j;
}

template <typename It, typename C>
void sort_part(Runtime& runtime, It first, It last, C& less, int depth) {
  while (static_cast<std::size_t>(last - first) > sort_cutoff<It>()) {
    if (depth-- == 0) break;
    bring_pivot_to_front(first, last, less);
    const It middle = partition_by_first(first, last, less);
    // The smaller part becomes a task for another thread, and this one sorts the larger part.
    It other_first = first, other_last = middle;
    if (middle - first < last - middle) {
      first = middle + 1;
    } else {
      other_first = middle + 1;
      other_last = last;
      last = middle;
    }
    runtime.silent_async([=, &less, &runtime]() mutable { sort_part(runtime, other_first, other_last, less, depth); });
  }
  std::sort(first, last, std::ref(less));
}

}  // namespace detail

template <typename B, typename E, typename C>
auto make_sort_task(B first, E last, C cmp) {
  return [=](Runtime& runtime) mutable {
    const stateful_iterator_t<B, E> begin = detail::value_of(first), end = detail::value_of(last);
    if (begin >= end) return;
    const auto n = static_cast<std::size_t>(end - begin);
    if (runtime.executor().num_workers() == 1) return std::sort(begin, end, std::ref(cmp));
    int depth = 2;
    for (std::size_t i = n; i > 0; i /= 2) depth += 2;
    detail::sort_part(runtime, begin, end, cmp, depth);
  };
}
template <typename B, typename E>
auto make_sort_task(B first, E last) {
  return make_sort_task(first, last, std::less<>());
}

template <typename B, typename E, typename C>
Task FlowBuilder::sort(B first, E last, C cmp) {
  return emplace(make_sort_task(first, last, cmp));
}
template <typename B, typename E>
Task FlowBuilder::sort(B first, E last) {
  return emplace(make_sort_task(first, last));
}

}  // namespace tf
