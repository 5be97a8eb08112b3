// Parallel prefix sums. Each worker folds its block; the folds of the blocks before it give the value that a second pass
// begins with.
#pragma once

#include "for_each.hpp"

namespace tf {
namespace detail {

// out[i] = in[0] op ... op in[i] (inclusive) or in[0] op ... op in[i - 1] (exclusive), after an optional first value.
template <bool is_inclusive, typename It, typename Out, typename T, typename Op, typename U>
void scan_block(It it, std::size_t n, Out out, std::optional<T> before, Op& op, U& unary) {
  for (; n > 0; --n, ++it, ++out) {
    T value = unary(*it);  // first: in and out may be the same
    T sum = before.has_value() ? T(op(*before, value)) : std::move(value);
    if constexpr (is_inclusive) *out = sum;
    else *out = std::move(*before);
    before = std::move(sum);
  }
}

template <typename T, typename It, typename Op, typename U>
T fold_block(It it, std::size_t n, Op& op, U& unary) {
  T sum = unary(*it);
  for (++it; n > 1; --n, ++it) sum = combine(op, sum, unary(*it));
  return sum;
}

template <bool is_inclusive, typename T, typename It, typename Out, typename Op, typename U>
void scan(Runtime& runtime, It begin, std::size_t n, Out out, std::optional<T> init, Op& op, U& unary) {
  constexpr std::size_t kLeastBlock = 2;
  const std::size_t blocks = std::min(runtime.executor().num_workers(), n / kLeastBlock);
  if (blocks <= 1) return scan_block<is_inclusive, It, Out, T>(begin, n, out, std::move(init), op, unary);
  const auto first_of = [=](std::size_t b) { return n / blocks * b + std::min(b, n % blocks); };
  std::vector<std::optional<T>> before(blocks);  // what comes before a block; first the fold of the block
  StaticPartitioner<> part;
  run_shares(runtime, blocks - 1, part, [&](std::size_t b) {  // nobody needs the last one's
    before[b + 1] = fold_block<T>(moved_on(begin, first_of(b)), first_of(b + 1) - first_of(b), op, unary);
  });
  runtime.corun();
  before[0] = std::move(init);
  for (std::size_t b = 1; b < blocks; ++b)
    if (before[b - 1].has_value()) before[b] = op(*before[b - 1], *before[b]);
  run_shares(runtime, blocks, part, [&](std::size_t b) {
    const std::size_t at = first_of(b);
    scan_block<is_inclusive, It, Out, T>(moved_on(begin, at), first_of(b + 1) - at, moved_on(out, at),
                                         std::move(before[b]), op, unary);
  });
  runtime.corun();
}

inline constexpr auto identity = [](auto&& value) -> decltype(auto) { return std::forward<decltype(value)>(value); };

template <bool is_inclusive, typename B, typename E, typename D, typename Op, typename U, typename T>
auto make_scan_task(B first, E last, D d_first, Op op, U unary, std::optional<T> init) {
  return [=](Runtime& runtime) mutable {
    const stateful_iterator_t<B, E> begin = value_of(first), end = value_of(last);
    const stateful_iterator_t<D> out = value_of(d_first);
    const auto n = count_of(begin, end);
    if (n != 0) scan<is_inclusive, T>(runtime, begin, n, out, init, op, unary);
  };
}

template <typename B, typename E, typename U>
using scan_value_t =
    std::decay_t<std::invoke_result_t<U&, typename std::iterator_traits<stateful_iterator_t<B, E>>::reference>>;

}  // namespace detail

template <typename B, typename E, typename D, typename BOP>
auto make_inclusive_scan_task(B first, E last, D d_first, BOP bop) {
  using T = typename std::iterator_traits<stateful_iterator_t<B, E>>::value_type;  // *it may be a proxy
  return detail::make_scan_task<true>(first, last, d_first, bop, detail::identity, std::optional<T>());
}
template <typename B, typename E, typename D, typename BOP, typename T>
auto make_inclusive_scan_task(B first, E last, D d_first, BOP bop, T init) {
  return detail::make_scan_task<true>(first, last, d_first, bop, detail::identity, std::optional<T>(std::move(init)));
}
template <typename B, typename E, typename D, typename T, typename BOP>
auto make_exclusive_scan_task(B first, E last, D d_first, T init, BOP bop) {
  return detail::make_scan_task<false>(first, last, d_first, bop, detail::identity, std::optional<T>(std::move(init)));
}
template <typename B, typename E, typename D, typename BOP, typename UOP>
auto make_transform_inclusive_scan_task(B first, E last, D d_first, BOP bop, UOP uop) {
  using T = detail::scan_value_t<B, E, UOP>;
  return detail::make_scan_task<true>(first, last, d_first, bop, uop, std::optional<T>());
}
template <typename B, typename E, typename D, typename BOP, typename UOP, typename T>
auto make_transform_inclusive_scan_task(B first, E last, D d_first, BOP bop, UOP uop, T init) {
  return detail::make_scan_task<true>(first, last, d_first, bop, uop, std::optional<T>(std::move(init)));
}
template <typename B, typename E, typename D, typename T, typename BOP, typename UOP>
auto make_transform_exclusive_scan_task(B first, E last, D d_first, T init, BOP bop, UOP uop) {
  return detail::make_scan_task<false>(first, last, d_first, bop, uop, std::optional<T>(std::move(init)));
}

template <typename B, typename E, typename D, typename BOP>
Task FlowBuilder::inclusive_scan(B first, E last, D d_first, BOP bop) {
  return emplace(make_inclusive_scan_task(first, last, d_first, bop));
}
template <typename B, typename E, typename D, typename BOP, typename T>
Task FlowBuilder::inclusive_scan(B first, E last, D d_first, BOP bop, T init) {
  return emplace(make_inclusive_scan_task(first, last, d_first, bop, init));
}
template <typename B, typename E, typename D, typename T, typename BOP>
Task FlowBuilder::exclusive_scan(B first, E last, D d_first, T init, BOP bop) {
  return emplace(make_exclusive_scan_task(first, last, d_first, init, bop));
}
template <typename B, typename E, typename D, typename BOP, typename UOP>
Task FlowBuilder::transform_inclusive_scan(B first, E last, D d_first, BOP bop, UOP uop) {
  return emplace(make_transform_inclusive_scan_task(first, last, d_first, bop, uop));
}
template <typename B, typename E, typename D, typename BOP, typename UOP, typename T>
Task FlowBuilder::transform_inclusive_scan(B first, E last, D d_first, BOP bop, UOP uop, T init) {
  return emplace(make_transform_inclusive_scan_task(first, last, d_first, bop, uop, init));
}
template <typename B, typename E, typename D, typename T, typename BOP, typename UOP>
Task FlowBuilder::transform_exclusive_scan(B first, E last, D d_first, T init, BOP bop, UOP uop) {
  return emplace(make_transform_exclusive_scan_task(first, last, d_first, init, bop, uop));
}

}  // namespace tf
