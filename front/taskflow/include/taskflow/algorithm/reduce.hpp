// Parallel reductions. Each worker has a result of its own, from its first two elements on; they are combined at the end.
#pragma once

#include "for_each.hpp"

namespace tf {
namespace detail {

// What a worker has so far. `op` combines two values. An element is not copied: the first one is remembered by its place.
template <typename T, typename V>
struct Partial {
  static constexpr bool kRemembers = std::is_lvalue_reference_v<V>;
  std::optional<T> value;
  std::remove_reference_t<V>* first = nullptr;
  template <typename Op>
  void add(Op& op, V&& v) {
    if (value.has_value()) {
      value = combine(op, *value, std::forward<V>(v));
    } else if constexpr (kRemembers) {
      if (first == nullptr) first = &v;
      else value.emplace(op(*std::exchange(first, nullptr), v));
    } else {
      value.emplace(std::forward<V>(v));
    }
  }
};

// Adds a worker's result to `init`; one worker at a time.
template <typename T, typename Op>
auto combine_into(T& init, Op& op, std::mutex& mutex) {
  return [&init, &op, &mutex](auto& share) {
    auto& partial = share.partial;
    const std::lock_guard<std::mutex> lock(mutex);
    if (partial.value.has_value()) {
      init = combine(op, init, std::move(*partial.value));
    } else if constexpr (std::decay_t<decltype(partial)>::kRemembers) {
      if (partial.first != nullptr) init = combine(op, init, *partial.first);
    }
  };
}

template <typename It, typename T, typename Op, typename U>
struct ReduceShare {
  Cursor<It> in;
  Op* op;
  U* unary;
  Partial<T, std::invoke_result_t<U&, typename std::iterator_traits<It>::reference>> partial;
  void operator()(std::size_t b, std::size_t e) {
    for (in.to(b); b < e; ++b, in.move_on()) partial.add(*op, (*unary)(**in));
  }
};
template <typename It1, typename It2, typename T, typename Op, typename U>
struct ReduceShare2 {
  Cursor<It1> in1;
  Cursor<It2> in2;
  Op* op;
  U* binary;
  Partial<T, std::invoke_result_t<U&, typename std::iterator_traits<It1>::reference,
                                  typename std::iterator_traits<It2>::reference>>
      partial;
  void operator()(std::size_t b, std::size_t e) {
    for (in1.to(b), in2.to(b); b < e; ++b, in1.move_on(), in2.move_on()) partial.add(*op, (*binary)(**in1, **in2));
  }
};
template <typename T, typename L>
struct ReduceByIndexShare {
  L* local;
  Partial<T, T> partial;
  template <typename R>
  void operator()(const R& sub) {
    std::optional<T> before = std::move(partial.value);
    partial.value = (*local)(sub, std::move(before));
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
    const auto n = static_cast<std::size_t>(std::distance(begin, end));
    if (n == 0) return;
    if (detail::runs_alone(runtime, n, part))
      return detail::call_alone(part, [&] {
        for (It it = begin; it != end; ++it) init = detail::combine(bop, init, uop(*it));
      });
    using Share = detail::ReduceShare<It, T, BOP, UOP>;
    std::mutex mutex;
    detail::run_loop(
        runtime, &detail::no_range, n, part,
        [begin, &bop, &uop](std::size_t) { return Share{detail::Cursor<It>(begin), &bop, &uop, {}}; },
        detail::combine_into(init, bop, mutex));
    runtime.corun();
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
    const auto n = static_cast<std::size_t>(std::distance(begin, end));
    if (n == 0) return;
    if (detail::runs_alone(runtime, n, part))
      return detail::call_alone(part, [&] {
        It2 it2 = second;
        for (It1 it = begin; it != end; ++it, ++it2) init = detail::combine(bop_r, init, bop_t(*it, *it2));
      });
    using Share = detail::ReduceShare2<It1, It2, T, BOP_R, BOP_T>;
    std::mutex mutex;
    detail::run_loop(
        runtime, &detail::no_range, n, part,
        [begin, second, &bop_r, &bop_t](std::size_t) {
          return Share{detail::Cursor<It1>(begin), detail::Cursor<It2>(second), &bop_r, &bop_t, {}};
        },
        detail::combine_into(init, bop_r, mutex));
    runtime.corun();
  };
}

template <typename B, typename E, typename T, typename O, typename P = DefaultPartitioner>
auto make_reduce_task(B first, E last, T& init, O bop, P part = P()) {
  const auto itself = [](auto& element) -> auto& { return element; };
  return make_transform_reduce_task(first, last, init, bop, itself, part);
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
    using Share = detail::ReduceByIndexShare<T, L>;
    std::mutex mutex;
    detail::run_loop(
        runtime, &r, n, part, [&lop](std::size_t) { return Share{&lop, {}}; }, detail::combine_into(init, gop, mutex));
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
