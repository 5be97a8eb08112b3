// Parallel reductions. Each worker has a result of its own, from its first two elements on; they are combined at the end.
#pragma once

#include <array>

#include "for_each.hpp"

namespace tf {
namespace detail {

// Says whether the elements are numbers of the sum's own type, so that each can begin a sum.
template <typename T, typename At>
inline constexpr bool sums_in_parts =
    std::is_arithmetic_v<T> && std::is_same_v<T, std::decay_t<decltype(std::declval<At&>().element())>>;

// Says whether an operation on numbers takes about as long as an instruction, so that a further one costs less than to wait for the one before.
template <typename Op, typename T>
inline constexpr bool is_quick_op = false;
template <typename N, typename T>
inline constexpr bool is_quick_op<std::plus<N>, T> = std::is_arithmetic_v<T>;
template <typename N, typename T>
inline constexpr bool is_quick_op<std::multiplies<N>, T> = std::is_arithmetic_v<T>;

// Adds most of the next `n` elements to `sum`, by four sums that are made at once. Returns how many elements are left.
template <typename T, typename Op, typename Next>
std::size_t add_by_four_sums(T& sum, std::size_t n, Op& op, Next& next) {
  constexpr std::size_t kSums = 4;
  if (n < 4 * kSums) return n;
  std::array<T, kSums> sums;
  for (T& s : sums) s = next();
  for (n -= kSums; n >= kSums; n -= kSums)
    for (T& s : sums) s = op(s, next());
  for (T& s : sums) sum = op(sum, s);
  return n;
}
// As above, in the elements' order: four elements are added up by themselves.
template <typename T, typename Op, typename Next>
std::size_t add_by_fours(T& sum, std::size_t n, Op& op, Next& next) {
  for (; n >= 4; n -= 4) {
    const T a = next(), b = next(), c = next(), d = next();
    const T ab = op(a, b), cd = op(c, d), abcd = op(ab, cd);
    sum = op(sum, abcd);
  }
  return n;
}

// Returns `sum` and the next `n` elements added up. Where a value is a number, an addition would mostly wait for the one before.
template <bool in_any_order, typename T, typename Op, typename At>
T add_elements(T sum, At& at, std::size_t n, Op& op) {
  if constexpr (sums_in_parts<T, At>) {
    const auto next = [&at]() -> T {
      const T element = at.element();
      at.move_on();
      return element;
    };
    if constexpr (in_any_order) n = add_by_four_sums(sum, n, op, next);
    else n = add_by_fours(sum, n, op, next);
  }
  for (; n > 0; --n, at.move_on()) sum = combine(op, sum, at.element());
  return sum;
}

// The result of one worker. The first two elements make the first value, since a T cannot always be made of one
// element. The first one is kept as an iterator: a reference could point into an iterator that moves on, or to a value
// that is gone.
template <typename T, typename Op, typename At>
struct ReduceShare {
  At at;  // at.element() is the element here
  Op* op;
  std::optional<T> value;
  std::optional<At> first;

  void operator()(std::size_t b, std::size_t e) {
    at.to(b);
    if (b < e && !value.has_value() && !first.has_value()) {
      first.emplace(at);
      ++b, at.move_on();
    }
    if (b < e && !value.has_value()) {
      value.emplace((*op)(first->element(), at.element()));
      ++b, at.move_on();
    }
    if (b < e) add(e - b);
  }
  // Adds the next `n` elements to `value`.
  void add(std::size_t n) {
    At here = at;  // a copy whose address nobody has stays in registers
    *value = add_elements<true>(std::move(*value), here, n, *op);
    at = here;
  }
  void add_to(T& init) {
    if (value.has_value()) init = combine(*op, init, std::move(*value));
    else if (first.has_value()) init = combine(*op, init, first->element());
  }
};

// A worker's position in one range, and in two.
template <typename It, typename U>
struct ReducedElement {
  Cursor<It> in;
  U* unary;
  void to(std::size_t i) { in.to(i); }
  void move_on() { in.move_on(); }
  decltype(auto) element() { return (*unary)(**in); }
};
template <typename It, typename It2, typename U>
struct ReducedPair {
  Cursor<It> in;
  Cursor<It2> in2;
  U* binary;
  void to(std::size_t i) { in.to(i), in2.to(i); }
  void move_on() { in.move_on(), in2.move_on(); }
  decltype(auto) element() { return (*binary)(**in, **in2); }
};
// The element itself.
template <typename It>
struct PlainElement {
  Cursor<It> in;
  void to(std::size_t i) { in.to(i); }
  void move_on() { in.move_on(); }
  decltype(auto) element() { return **in; }
};

// Adds a worker's result to `init`; one worker at a time.
template <typename T>
auto add_into(T& init, std::mutex& mutex) {
  return [&init, &mutex](auto& share) {
    const std::lock_guard<std::mutex> lock(mutex);
    share.add_to(init);
  };
}

// A reduction over n elements, which start() gives.
template <typename T, typename Op, typename P, typename Start>
void reduce_elements(Runtime& runtime, std::size_t n, T& init, Op& op, P& part, Start start) {
  using At = decltype(start());
  if (n == 0) return;
  if (runs_alone(runtime, n, part))
    return call_alone(part, [&] {
      At at = start();
      init = add_elements<is_quick_op<Op, T>>(std::move(init), at, n, op);
    });
  std::mutex mutex;
  run_loop(
      runtime, &no_range, n, part, [start, &op](std::size_t) { return ReduceShare<T, Op, At>{start(), &op, {}, {}}; },
      add_into(init, mutex));
  runtime.corun();
}

template <typename T, typename L, typename G>
struct ReduceByIndexShare {
  L* local;
  G* global;
  std::optional<T> value;
  template <typename R>
  void operator()(const R& sub) {
    std::optional<T> before = std::move(value);
    value = (*local)(sub, std::move(before));
  }
  void add_to(T& init) {
    if (value.has_value()) init = combine(*global, init, std::move(*value));
  }
};

}  // namespace detail

template <typename B, typename E, typename T, typename BOP, typename UOP, typename P = DefaultPartitioner,
          std::enable_if_t<is_partitioner_v<std::decay_t<P>>, int> = 0>
auto make_transform_reduce_task(B first, E last, T& init, BOP bop, UOP uop, P part = P()) {
  return [=, &init](Runtime& runtime) mutable {
    using It = stateful_iterator_t<B, E>;
    const It begin = detail::value_of(first);
    const It end = detail::value_of(last);
    using At = detail::ReducedElement<It, UOP>;
    detail::reduce_elements(runtime, detail::count_of(begin, end), init, bop, part,
                            [begin, &uop] { return At{detail::Cursor<It>(begin), &uop}; });
  };
}

template <typename B1, typename E1, typename B2, typename T, typename BOP_R, typename BOP_T,
          typename P = DefaultPartitioner, typename = detail::if_no_partitioner<BOP_T>>
auto make_transform_reduce_task(B1 first1, E1 last1, B2 first2, T& init, BOP_R bop_r, BOP_T bop_t, P part = P()) {
  return [=, &init](Runtime& runtime) mutable {
    using It1 = stateful_iterator_t<B1, E1>;
    using It2 = stateful_iterator_t<B2>;
    const It1 begin = detail::value_of(first1);
    const It1 end = detail::value_of(last1);
    const It2 second = detail::value_of(first2);
    using At = detail::ReducedPair<It1, It2, BOP_T>;
    detail::reduce_elements(runtime, detail::count_of(begin, end), init, bop_r, part, [begin, second, &bop_t] {
      return At{detail::Cursor<It1>(begin), detail::Cursor<It2>(second), &bop_t};
    });
  };
}

template <typename B, typename E, typename T, typename O, typename P = DefaultPartitioner>
auto make_reduce_task(B first, E last, T& init, O bop, P part = P()) {
  return [=, &init](Runtime& runtime) mutable {
    using It = stateful_iterator_t<B, E>;
    const It begin = detail::value_of(first);
    const It end = detail::value_of(last);
    using At = detail::PlainElement<It>;
    detail::reduce_elements(runtime, detail::count_of(begin, end), init, bop, part,
                            [begin] { return At{detail::Cursor<It>(begin)}; });
  };
}

// local(subrange, what the worker has so far) gives the worker's new total; global combines two totals.
template <typename R, typename T, typename L, typename G, typename P = DefaultPartitioner>
auto make_reduce_by_index_task(R range, T& init, L lop, G gop, P part = P()) {
  return [=, &init](Runtime& runtime) mutable {
    const auto r = detail::value_of(range);
    const std::size_t n = r.size();
    if (n == 0) return;
    if (detail::runs_alone(runtime, n, part))
      return detail::call_alone(part, [&] { init = lop(r, std::optional<T>(std::move(init))); });
    using Share = detail::ReduceByIndexShare<T, L, G>;
    std::mutex mutex;
    detail::run_loop(
        runtime, &r, n, part, [&lop, &gop](std::size_t) { return Share{&lop, &gop, {}}; },
        detail::add_into(init, mutex));
    runtime.corun();
  };
}

template <typename B, typename E, typename T, typename O, typename P>
Task FlowBuilder::reduce(B first, E last, T& init, O bop, P part) {
  return emplace(make_reduce_task(first, last, init, bop, part));
}
template <typename R, typename T, typename L, typename G, typename P>
Task FlowBuilder::reduce_by_index(R range, T& init, L lop, G gop, P part) {
  return emplace(make_reduce_by_index_task(range, init, lop, gop, part));
}
template <typename B, typename E, typename T, typename BOP, typename UOP, typename P,
          std::enable_if_t<is_partitioner_v<std::decay_t<P>>, int>>
Task FlowBuilder::transform_reduce(B first, E last, T& init, BOP bop, UOP uop, P part) {
  return emplace(make_transform_reduce_task(first, last, init, bop, uop, part));
}
template <typename B1, typename E1, typename B2, typename T, typename BOP_R, typename BOP_T, typename P, typename>
Task FlowBuilder::transform_reduce(B1 first1, E1 last1, B2 first2, T& init, BOP_R bop_r, BOP_T bop_t, P part) {
  return emplace(make_transform_reduce_task(first1, last1, first2, init, bop_r, bop_t, part));
}

}  // namespace tf
