// Parallel loops over iterators, indices and ranges of indices.
#pragma once

#include "launch.hpp"

namespace tf {
namespace detail {

inline constexpr std::nullptr_t no_range = nullptr;
inline constexpr auto nothing_at_end = [](auto&) {};

// Says whether the caller should run a loop of n iterations alone.
template <typename P>
bool runs_alone(Runtime& runtime, std::size_t n, const P& part) {
  return workers_for(runtime, n, part) <= 1;
}

// A worker's position in the loop, as an iterator. It only moves forward, so that iterators which cannot go back will
// do.
template <typename It>
class Cursor {
 public:
  explicit Cursor(It first) : it_(first) {}
  // Returns the element at position i, which must not lie before the last one that was asked for.
  It to(std::size_t i) {
    it_ = moved_on(std::move(it_), i - at_);
    at_ = i;
    return it_;
  }
  void move_on() { ++it_, ++at_; }
  It& operator*() { return it_; }

 private:
  It it_;
  std::size_t at_ = 0;
};

// A loop over `count` elements from `first` on, which make(begin, end) gives.
template <typename B, typename C, typename Make>
auto make_counted_task(B first, C count, Make make) {
  return [=](Runtime& runtime) mutable {
    const stateful_iterator_t<B> begin = value_of(first);
    make(begin, moved_on(begin, static_cast<std::size_t>(count)))(runtime);
  };
}

template <typename P, typename F>
void call_alone(P& part, F&& f) {
  if constexpr (std::decay_t<P>::is_default_wrapper_v) f();
  else part(std::forward<F>(f))();
}

}  // namespace detail

template <typename B, typename E, typename C, typename P = DefaultPartitioner>
auto make_for_each_task(B first, E last, C callable, P part = P()) {
  return [=](Runtime& runtime) mutable {
    using It = stateful_iterator_t<B, E>;
    const It begin = detail::value_of(first);
    const It end = detail::value_of(last);
    const auto n = detail::count_of(begin, end);
    if (n == 0) return;
    if (detail::runs_alone(runtime, n, part))
      return detail::call_alone(part, [&] { std::for_each(begin, end, std::ref(callable)); });
    detail::run_loop(
        runtime, &detail::no_range, n, part,
        [begin, &callable](std::size_t) {
          return [&callable, at = detail::Cursor<It>(begin)](std::size_t b, std::size_t e) mutable {
            for (at.to(b); b < e; ++b, at.move_on()) callable(**at);
          };
        },
        detail::nothing_at_end);
    runtime.corun();
  };
}

template <typename B, typename E, typename S, typename C, typename P = DefaultPartitioner>
auto make_for_each_index_task(B first, E last, S step, C callable, P part = P()) {
  return [=](Runtime& runtime) mutable {
    using T = stateful_index_t<B, E, S>;
    const T begin = static_cast<T>(detail::value_of(first)), end = static_cast<T>(detail::value_of(last)),
            by = static_cast<T>(detail::value_of(step));
    if (is_index_range_invalid(begin, end, by)) return;
    const std::size_t n = distance(begin, end, by);
    if (n == 0) return;
    const auto chunk = [=, &callable](std::size_t b, std::size_t e) {
      if (b == e) return;
      T i = detail::index_at(begin, by, b);
      for (; --e != b; i = static_cast<T>(i + by)) callable(i);
      callable(i);  // there may be no index behind the last one
    };
    if (detail::runs_alone(runtime, n, part)) return detail::call_alone(part, [&] { chunk(0, n); });
    detail::run_loop(
        runtime, &detail::no_range, n, part, [chunk](std::size_t) { return chunk; }, detail::nothing_at_end);
    runtime.corun();
  };
}

template <typename R, typename C, typename P = DefaultPartitioner>
auto make_for_each_by_index_task(R range, C callable, P part = P()) {
  return [=](Runtime& runtime) mutable {
    const auto r = detail::value_of(range);
    const std::size_t n = r.size();
    if (n == 0) return;
    if (detail::runs_alone(runtime, n, part)) return detail::call_alone(part, [&] { callable(r); });
    detail::run_loop(
        runtime, &r, n, part, [&callable](std::size_t) { return [&callable](const auto& sub) { callable(sub); }; },
        detail::nothing_at_end);
    runtime.corun();
  };
}

template <typename B, typename E, typename C, typename P>
Task FlowBuilder::for_each(B first, E last, C callable, P part) {
  return emplace(make_for_each_task(first, last, callable, part));
}
template <typename B, typename E, typename S, typename C, typename P>
Task FlowBuilder::for_each_index(B first, E last, S step, C callable, P part) {
  return emplace(make_for_each_index_task(first, last, step, callable, part));
}
template <typename R, typename C, typename P>
Task FlowBuilder::for_each_by_index(R range, C callable, P part) {
  return emplace(make_for_each_by_index_task(range, callable, part));
}

}  // namespace tf
