// Parallel transform of one or two ranges.
#pragma once

#include "for_each.hpp"

namespace tf {

template <typename B, typename E, typename O, typename C, typename P = DefaultPartitioner,
          std::enable_if_t<is_partitioner_v<std::decay_t<P>>, int> = 0>
auto make_transform_task(B first1, E last1, O d_first, C c, P part = P()) {
  return [=](Runtime& runtime) mutable {
    using It = stateful_iterator_t<B, E>;
    using Out = stateful_iterator_t<O>;
    const It begin = detail::value_of(first1);
    const It end = detail::value_of(last1);
    const Out out = detail::value_of(d_first);
    const auto n = detail::count_of(begin, end);
    if (n == 0) return;
    if (detail::runs_alone(runtime, n, part))
      return detail::call_alone(part, [&] { std::transform(begin, end, out, std::ref(c)); });
    detail::run_loop(
        runtime, &detail::no_range, n, part,
        [begin, out, &c](std::size_t) {
          return [&c, in = detail::Cursor<It>(begin), to = detail::Cursor<Out>(out)](std::size_t b,
                                                                                     std::size_t e) mutable {
            for (in.to(b), to.to(b); b < e; ++b, in.move_on(), to.move_on()) **to = c(**in);
          };
        },
        detail::nothing_at_end);
    runtime.corun();
  };
}

template <typename B1, typename E1, typename B2, typename O, typename C, typename P = DefaultPartitioner,
          typename = detail::if_no_partitioner<C>>
auto make_transform_task(B1 first1, E1 last1, B2 first2, O d_first, C c, P part = P()) {
  return [=](Runtime& runtime) mutable {
    using It = stateful_iterator_t<B1, E1>;
    using It2 = stateful_iterator_t<B2>;
    using Out = stateful_iterator_t<O>;
    const It begin = detail::value_of(first1);
    const It end = detail::value_of(last1);
    const It2 second = detail::value_of(first2);
    const Out out = detail::value_of(d_first);
    const auto n = detail::count_of(begin, end);
    if (n == 0) return;
    if (detail::runs_alone(runtime, n, part))
      return detail::call_alone(part, [&] { std::transform(begin, end, second, out, std::ref(c)); });
    detail::run_loop(
        runtime, &detail::no_range, n, part,
        [begin, second, out, &c](std::size_t) {
          return [&c, in = detail::Cursor<It>(begin), in2 = detail::Cursor<It2>(second), to = detail::Cursor<Out>(out)](
                     std::size_t b, std::size_t e) mutable {
            for (in.to(b), in2.to(b), to.to(b); b < e; ++b, in.move_on(), in2.move_on(), to.move_on())
              **to = c(**in, **in2);
          };
        },
        detail::nothing_at_end);
    runtime.corun();
  };
}

template <typename B, typename E, typename O, typename C, typename P,
          std::enable_if_t<is_partitioner_v<std::decay_t<P>>, int>>
Task FlowBuilder::transform(B first1, E last1, O d_first, C c, P part) {
  return emplace(make_transform_task(first1, last1, d_first, c, part));
}
template <typename B1, typename E1, typename B2, typename O, typename C, typename P, typename>
Task FlowBuilder::transform(B1 first1, E1 last1, B2 first2, O d_first, C c, P part) {
  return emplace(make_transform_task(first1, last1, first2, d_first, c, part));
}

}  // namespace tf
