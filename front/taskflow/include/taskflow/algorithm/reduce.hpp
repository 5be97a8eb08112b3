// Parallel reductions. Each worker has a result of its own, from its first two elements on; they are combined at the end.
#pragma once

#include "for_each.hpp"

namespace tf {
namespace detail {

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
    for (; b < e; ++b, at.move_on()) *value = combine(*op, *value, at.element());
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
      for (std::size_t i = 0; i < n; ++i, at.move_on()) init = combine(op, init, at.element());
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
