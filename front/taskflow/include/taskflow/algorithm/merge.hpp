// Parallel, stable merge: each worker makes one piece of the output.
#pragma once

#include "../detail/serial_sort.hpp"
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

// A merge that goes on step by step. A step has no branch that depends on the elements, because half of the guesses would be wrong.
template <typename It1, typename It2, typename Out>
struct Merging {
  It1 a, a_end;
  It2 b, b_end;
  Out out;
  // So many steps are sure to find an element in both ranges.
  std::ptrdiff_t steps() const { return std::min<std::ptrdiff_t>(a_end - a, b_end - b); }
  template <typename C>
  void step(C& less) {
    const bool takes_b = less(*b, *a);
    const auto *const from_a = std::addressof(*a), *const from_b = std::addressof(*b);
    *out = *(takes_b ? from_b : from_a);
    ++out;
    b += takes_b ? 1 : 0;
    a += takes_b ? 0 : 1;
  }
  template <typename C>
  void finish(C& less) {
    std::merge(a, a_end, b, b_end, out, std::ref(less));
  }
};

// Says whether elements are best merged so: they are cheap to move, and lie in memory.
template <typename It1, typename It2, typename Out>
constexpr bool merges_by_steps() {
  using T = typename std::iterator_traits<It1>::value_type;
  if constexpr (!std::is_same_v<T, typename std::iterator_traits<It2>::value_type> || !is_cheap_to_move<T>)
    return false;
  else if constexpr (!jumps<It1>() || !jumps<It2>() || !jumps<Out>()) return false;
  else
    return std::is_same_v<std::remove_const_t<std::remove_reference_t<decltype(*std::declval<It1&>())>>, T> &&
           std::is_reference_v<decltype(*std::declval<It1&>())> && std::is_reference_v<decltype(*std::declval<It2&>())>;
}

// Merges both halves of the output at the same time. Each step waits for the one before it in its half, so two are under way.
template <typename It1, typename It2, typename Out, typename C>
void merge_serially(It1 a, It1 a_end, It2 b, It2 b_end, Out out, C& less) {
  if constexpr (merges_by_steps<It1, It2, Out>()) {
    const auto na = static_cast<std::size_t>(a_end - a), nb = static_cast<std::size_t>(b_end - b), half = (na + nb) / 2;
    const auto of_a = static_cast<std::ptrdiff_t>(split_of_merge(a, na, b, nb, half, less));
    const auto of_b = static_cast<std::ptrdiff_t>(half) - of_a;
    Merging<It1, It2, Out> low{a, a + of_a, b, b + of_b, out};
    Merging<It1, It2, Out> high{a + of_a, a_end, b + of_b, b_end, out + static_cast<std::ptrdiff_t>(half)};
    while (const std::ptrdiff_t steps = std::min(low.steps(), high.steps()))
      for (std::ptrdiff_t i = 0; i < steps; ++i) low.step(less), high.step(less);
    for (Merging<It1, It2, Out>* m : {&low, &high}) {
      while (const std::ptrdiff_t steps = m->steps())
        for (std::ptrdiff_t i = 0; i < steps; ++i) m->step(less);
      m->finish(less);
    }
  } else {
    std::merge(a, a_end, b, b_end, out, std::ref(less));
  }
}

// So much a worker merges at least: another one comes after about two microseconds.
template <typename It>
constexpr std::size_t least_merged_piece() {
  return is_cheap_to_move<typename std::iterator_traits<It>::value_type> ? 2048 : 256;
}

}  // namespace detail

template <typename B1, typename E1, typename B2, typename E2, typename C, typename O>
auto make_merge_task(B1 first1, E1 last1, B2 first2, E2 last2, C cmp, O d_first) {
  return [=](Runtime& runtime) mutable {
    const stateful_iterator_t<B1, E1> a = detail::value_of(first1), a_end = detail::value_of(last1);
    const stateful_iterator_t<B2, E2> b = detail::value_of(first2), b_end = detail::value_of(last2);
    const stateful_iterator_t<O> out = detail::value_of(d_first);
    const auto na = static_cast<std::size_t>(a_end - a), nb = static_cast<std::size_t>(b_end - b);
    constexpr std::size_t kLeastPiece = detail::least_merged_piece<stateful_iterator_t<B1, E1>>();
    const std::size_t pieces = std::min(runtime.executor().num_workers(), (na + nb) / kLeastPiece);
    if (pieces <= 1) {
      detail::merge_serially(a, a_end, b, b_end, out, cmp);
      return;
    }
    StaticPartitioner part;
    detail::run_shares(runtime, pieces, part, [=, &cmp](std::size_t w) mutable {
      using D = std::ptrdiff_t;
      const std::size_t from = (na + nb) * w / pieces, to = (na + nb) * (w + 1) / pieces;
      const std::size_t a0 = detail::split_of_merge(a, na, b, nb, from, cmp);
      const std::size_t a1 = detail::split_of_merge(a, na, b, nb, to, cmp);
      detail::merge_serially(a + static_cast<D>(a0), a + static_cast<D>(a1), b + static_cast<D>(from - a0),
                             b + static_cast<D>(to - a1), out + static_cast<D>(from), cmp);
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
