// Parallel prefix sums. While one worker writes the sums of the first block, the others fold a block each. Then it is known what comes before
// each block, and all but the first one are written (Blelloch, Prefix sums and their applications, 1990; with one block more than workers,
// so that nobody is idle).
#pragma once

#include "../detail/scan_vectors.hpp"
#include "reduce.hpp"

namespace tf {
namespace detail {

// Writes the sums of four elements after the other, which follow the sum `before`, and moves on over them. Each sum is made of `before` and of
// a sum of its own, so the next four wait for one operation only. Returns how many elements are left.
template <bool is_inclusive, typename It, typename Out, typename T, typename Op, typename U>
std::size_t scan_by_fours(It& it, std::size_t n, Out& out, T& before, Op& op, U& unary) {
  const auto next = [&]() -> T {
    const T value = static_cast<T>(unary(*it));
    ++it;
    return value;
  };
  for (; n >= 4; n -= 4) {
    const T a = next(), b = next(), c = next(),
            d = next();  // before the results are written: in and out may be the same
    const T ab = static_cast<T>(op(a, b)), abc = static_cast<T>(op(ab, c)),
            abcd = static_cast<T>(op(ab, static_cast<T>(op(c, d))));
    const T sums[] = {before, static_cast<T>(op(before, a)), static_cast<T>(op(before, ab)),
                      static_cast<T>(op(before, abc)), static_cast<T>(op(before, abcd))};
    for (std::size_t i = 0; i < 4; ++i, ++out) *out = sums[is_inclusive ? i + 1 : i];
    before = sums[4];
  }
  return n;
}

inline constexpr auto identity = [](auto&& value) -> decltype(auto) { return std::forward<decltype(value)>(value); };

// Writes the sums of `n` elements, which follow the sum `before`. Returns the sum of all.
template <bool is_inclusive, typename It, typename Out, typename T, typename Op, typename U>
T scan_block(It it, std::size_t n, Out out, T before, Op& op, U& unary) {
  if constexpr (std::is_same_v<U, std::decay_t<decltype(identity)>> && scans_by_vectors<It, Out, T, Op>) {
    if (n == 0) return before;
    const std::size_t rest = scan_by_vectors<is_inclusive>(std::addressof(*it), n, std::addressof(*out), before);
    it += static_cast<std::ptrdiff_t>(n - rest);
    out += static_cast<std::ptrdiff_t>(n - rest);
    n = rest;
  } else if constexpr (is_quick_op<Op, T> && std::is_same_v<T, std::decay_t<decltype(unary(*it))>>)
    n = scan_by_fours<is_inclusive>(it, n, out, before, op, unary);
  for (; n > 0; --n, ++it, ++out) {
    T sum = op(before, unary(*it));  // before the result is written: in and out may be the same
    if constexpr (is_inclusive) *out = sum;
    else *out = std::move(before);
    before = std::move(sum);
  }
  return before;
}
// As above, for a block that nothing comes before, of at least one element.
template <typename It, typename Out, typename T, typename Op, typename U>
T scan_first_block(It it, std::size_t n, Out out, Op& op, U& unary) {
  T first = unary(*it);
  *out = first;
  return scan_block<true, It, Out, T>(++it, n - 1, ++out, std::move(first), op, unary);
}

// What unary(*it) is, by value, since it may be a reference to what *it is.
template <typename It, typename U>
struct MappedElement {
  It it;
  U& unary;
  using Value = std::decay_t<std::invoke_result_t<U&, decltype(*std::declval<It&>())>>;
  void move_on() { ++it; }
  Value element() { return unary(*it); }
};
template <typename T, typename It, typename Op, typename U>
T fold_block(It it, std::size_t n, Op& op, U& unary) {
  T sum = unary(*it);
  ++it;
  MappedElement<It, U> at{it, unary};
  if constexpr (sums_in_parts<T, MappedElement<It, U>>)
    return add_elements<is_quick_op<Op, T>>(std::move(sum), at, n - 1, op);
  else
    for (; n > 1; --n, ++it) sum = combine(op, sum, unary(*it));
  return sum;
}

// A scan over what is left. It goes on from `sum`, if there is one.
template <bool is_inclusive, typename T, typename It, typename Out, typename Op, typename U>
struct Scan {
  It in;
  std::size_t left;
  Out out;
  std::optional<T> sum;
  Op& op;
  U& unary;
  static constexpr std::size_t kWhole = 64;
  std::size_t fold_share = kWhole;  // how many 64ths of the time to write a sum it takes to add an element up

  // Writes the sums of the next `n` elements.
  void write(std::size_t n) {
    if (n == 0) return;
    if constexpr (is_inclusive) {
      if (!sum.has_value()) sum = scan_first_block<It, Out, T>(in, n, out, op, unary);
      else sum = scan_block<true, It, Out, T>(in, n, out, std::move(*sum), op, unary);
    } else {
      sum = scan_block<false, It, Out, T>(in, n, out, std::move(*sum), op, unary);
    }
    in = moved_on(in, n);
    out = moved_on(out, n);
    left -= n;
  }
  // Writes until nothing is left, or until it has taken as long as it takes to call others and so much is left that two joins pay.
  void write_alone_at_first() {
    const std::uint64_t start = QuickClock::now();
    std::uint64_t ticks = 0;
    const std::size_t all = left;
    const auto takes_long = [&] { return ticks * left / (all - left) > 4 * QuickClock::two_us(); };
    for (std::size_t n = is_quick_op<Op, T> ? 512 : 1; left != 0 && (ticks < QuickClock::two_us() || !takes_long());
         n *= 2) {
      write(std::min(n, left));
      ticks = QuickClock::now() - start;
    }
    if (left != 0) compare_paces(ticks, all - left);
  }
  // Finds out how much faster elements are added up than sums are written.
  void compare_paces(std::uint64_t ticks, std::size_t written) {
    constexpr std::size_t kFew = 64, kEnough = 4096;
    const std::size_t n = std::min({written, left, kEnough});
    if (n < kFew) return;
    const std::uint64_t start = QuickClock::now();
    volatile T sum = fold_block<T>(in, n, op, unary);  // volatile, so that the sum is made
    static_cast<void>(sum);
    const std::uint64_t pace = (QuickClock::now() - start) * kWhole / n, pace_of_writing = ticks * kWhole / written + 1;
    fold_share =
        static_cast<std::size_t>(std::clamp<std::uint64_t>(pace * kWhole / pace_of_writing, kWhole / 4, kWhole));
  }
  // The first worker writes as many elements as another one adds up meanwhile.
  std::size_t first_block_for(std::size_t workers) const {
    return std::max<std::size_t>(1, left * fold_share / (workers * kWhole + fold_share));
  }
  void write_in_parallel(Runtime& runtime, std::size_t workers) {
    const std::size_t blocks = workers + 1, first_block = first_block_for(workers), rest = left - first_block;
    const auto first_of = [=](std::size_t b) {
      return b == 0 ? 0 : first_block + rest / workers * (b - 1) + std::min(b - 1, rest % workers);
    };
    const auto length_of = [&](std::size_t b) { return first_of(b + 1) - first_of(b); };
    const It begin = in;
    const Out begin_of_out = out;
    std::vector<std::optional<T>> before(blocks);  // what comes before a block; first the fold of the block before it
    StaticPartitioner part;
    run_shares(runtime, workers, part, [&](std::size_t b) {
      if (b == 0) before[1] = Scan{begin, left, begin_of_out, std::move(sum), op, unary}.sum_of_written(length_of(0));
      else before[b + 1] = fold_block<T>(moved_on(begin, first_of(b)), length_of(b), op, unary);
    });
    runtime.corun();
    for (std::size_t b = 2; b < blocks; ++b) before[b] = op(*before[b - 1], *before[b]);
    run_shares(runtime, workers, part, [&](std::size_t w) {
      const std::size_t b = w + 1;
      scan_block<is_inclusive, It, Out, T>(moved_on(begin, first_of(b)), length_of(b),
                                           moved_on(begin_of_out, first_of(b)), std::move(*before[b]), op, unary);
    });
    runtime.corun();
  }

 private:
  T sum_of_written(std::size_t n) {
    write(n);
    return std::move(*sum);
  }
};

template <bool is_inclusive, typename T, typename It, typename Out, typename Op, typename U>
void scan(Runtime& runtime, It begin, std::size_t n, Out out, std::optional<T> init, Op& op, U& unary) {
  Scan<is_inclusive, T, It, Out, Op, U> scan{begin, n, out, std::move(init), op, unary};
  const std::size_t workers = runtime.executor().num_workers();
  if (workers == 1) return scan.write(n);
  // An operation on numbers takes no long time, and waits for nobody.
  if constexpr (std::is_arithmetic_v<T>)
    if (n >= 64 * workers) scan.write_alone_at_first();
  const std::size_t wanted = std::min(workers, scan.left / 2);
  if (wanted <= 1) scan.write(scan.left);
  else scan.write_in_parallel(runtime, wanted);
}

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
