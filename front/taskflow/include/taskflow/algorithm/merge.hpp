// Parallel, stable merge: each worker makes one piece of the output.
#pragma once

#include "launch.hpp"

namespace tf {
namespace detail {

// Returns how many of the first `n` elements of the merged sequence come from the first range.
template <typename It1, typename It2, typename C>
std::size_t split_of_merge(It1 a, std::size_t na, It2 b, std::size_t nb, std::size_t n, C& less) {
  std::size_t least = n > nb ? n - nb : 0, most = std::min(n, na);
  while (least < most) {
    const std::size_t i = (least + most) / 2;  // from a; the rest from b
    // a[i] belongs to the first n unless b[n - i - 1] goes before it, because equals of a go first.
    if (less(*(b + static_cast<std::ptrdiff_t>(n - i - 1)), *(a + static_cast<std::ptrdiff_t>(i)))) most = i;
    else least = i + 1;
  }
  return least;
}

}  // namespace detail

template <typename B1, typename E1, typename B2, typename E2, typename C, typename O>
auto make_merge_task(B1 first1, E1 last1, B2 first2, E2 last2, C cmp, O d_first) {
  return [=](Runtime& runtime) mutable {
    const stateful_iterator_t<B1, E1> a = detail::value_of(first1), a_end = detail::value_of(last1);
    const stateful_iterator_t<B2, E2> b = detail::value_of(first2), b_end = detail::value_of(last2);
    const stateful_iterator_t<O> out = detail::value_of(d_first);
    const auto na = static_cast<std::size_t>(a_end - a), nb = static_cast<std::size_t>(b_end - b);
    constexpr std::size_t kLeastPiece = 256;
    const std::size_t pieces = std::min(runtime.executor().num_workers(), (na + nb) / kLeastPiece);
    if (pieces <= 1) {
      std::merge(a, a_end, b, b_end, out, std::ref(cmp));
      return;
    }
    StaticPartitioner<> part;
    detail::run_shares(runtime, pieces, part, [=, &cmp](std::size_t w) mutable {
      using D = std::ptrdiff_t;
      const std::size_t from = (na + nb) * w / pieces, to = (na + nb) * (w + 1) / pieces;
      const std::size_t a0 = detail::split_of_merge(a, na, b, nb, from, cmp);
      const std::size_t a1 = detail::split_of_merge(a, na, b, nb, to, cmp);
      std::merge(a + static_cast<D>(a0), a + static_cast<D>(a1), b + static_cast<D>(from - a0),
                 b + static_cast<D>(to - a1), out + static_cast<D>(from), std::ref(cmp));
    });
    runtime.corun();
  };
}
template <typename B1, typename E1, typename B2, typename E2, typename O>
auto make_merge_task(B1 first1, E1 last1, B2 first2, E2 last2, O d_first) {
  return make_merge_task(first1, last1, first2, last2, std::less<>(), d_first);
}

template <typename B1, typename E1, typename B2, typename E2, typename O>
Task FlowBuilder::merge(B1 first1, E1 last1, B2 first2, E2 last2, O d_first) {
  return emplace(make_merge_task(first1, last1, first2, last2, d_first));
}
template <typename B1, typename E1, typename B2, typename E2, typename O, typename C>
Task FlowBuilder::merge(B1 first1, E1 last1, B2 first2, E2 last2, O d_first, C cmp) {
  return emplace(make_merge_task(first1, last1, first2, last2, cmp, d_first));
}

}  // namespace tf
