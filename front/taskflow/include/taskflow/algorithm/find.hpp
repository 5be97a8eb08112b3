// Parallel searches: the first match, the least and the greatest element.
#pragma once

#include "for_each.hpp"

namespace tf {
namespace detail {

// For a search: the workers go side by side from the front, since nothing behind the first match needs a look. So the chunks grow at
// first, with what has been searched, and shrink at the end.
class SearchPartitioner : public SharingPartitioner<SearchPartitioner, DefaultClosureWrapper> {
  using Base = SharingPartitioner<SearchPartitioner, DefaultClosureWrapper>;
  friend Base;

 public:
  template <typename P>
  explicit SearchPartitioner(const P& given) : Base(given.chunk_size()) {}

 private:
  auto sizes(std::size_t n, std::size_t workers) const {
    const std::size_t least = std::max({std::size_t{1}, this->chunk_size(), n / (64 * workers)});
    return [n, workers, least](std::size_t rest) {
      return std::max(least, std::min((n - rest) / (2 * workers), rest / (2 * workers)));
    };
  }
};

// The default leaves it to the search how to divide.
template <typename P>
using search_partitioner_t = std::conditional_t<std::is_same_v<P, DefaultPartitioner>, SearchPartitioner, P>;

// Returns the first match of [b, e), or e. It looks for a better one elsewhere after each block, so that nobody searches long in vain.
template <typename It, typename M>
std::size_t search_blocks(Cursor<It>& in, std::size_t b, std::size_t e, M& match,
                          const std::atomic<std::size_t>& best) {
  constexpr std::size_t kBlock = 512;
  for (std::size_t end = b; b < e; b = end) {
    if (best.load(std::memory_order_relaxed) < b) return e;  // hint: else it only looks in vain
    end = std::min(b + kBlock, e);
    if constexpr (jumps<It>()) {
      const It first = in.to(b), last = moved_on(first, end - b), found = std::find_if(first, last, std::ref(match));
      if (found != last) return b + static_cast<std::size_t>(found - first);
    } else {
      for (in.to(b); b < end; ++b, in.move_on())
        if (match(**in)) return b;
    }
  }
  return e;
}

// Searches for the first element for which match(*it) is true; the partitioner's chunks come in order, so a worker that has
// found one or is beyond the best one stops.
template <typename B, typename E, typename T, typename M, typename P>
auto make_search_task(B first, E last, T& result, M match, P given) {
  return [=, &result, part = search_partitioner_t<P>(given)](Runtime& runtime) mutable {
    using It = stateful_iterator_t<B, E>;
    const It begin = value_of(first);
    const It end = value_of(last);
    const auto n = count_of(begin, end);
    if (n == 0) {
      result = end;
      return;
    }
    if (runs_alone(runtime, n, part)) {
      call_alone(part, [&] { result = std::find_if(begin, end, std::ref(match)); });
      return;
    }
    std::atomic<std::size_t> best{n};
    run_loop(
        runtime, &no_range, n, part,
        [begin, &match, &best](std::size_t) {
          return [&match, &best, in = Cursor<It>(begin)](std::size_t b, std::size_t e) mutable -> bool {
            if (best.load(std::memory_order_relaxed) < b) return true;  // hint, as above
            const std::size_t found = search_blocks(in, b, e, match, best);
            if (found == e) return false;
            // Relaxed is enough, because the end of the loop publishes the result.
            std::size_t seen = best.load(std::memory_order_relaxed);
            while (found < seen && !best.compare_exchange_weak(seen, found, std::memory_order_relaxed)) {  // as above
            }
            return true;
          };
        },
        nothing_at_end);
    runtime.corun();
    result = moved_on(begin, best.load());
  };
}

// The element that comes first in the order `before`.
template <typename B, typename E, typename T, typename C, typename P>
auto make_extreme_task(B first, E last, T& result, C before, P part) {
  return [=, &result](Runtime& runtime) mutable {
    using It = stateful_iterator_t<B, E>;
    const It begin = value_of(first);
    const It end = value_of(last);
    const auto n = count_of(begin, end);
    result = begin;
    if (n == 0) {
      result = end;
      return;
    }
    struct Share {
      Cursor<It> in;
      C* before;
      std::optional<It> best;
      void operator()(std::size_t b, std::size_t e) {
        for (in.to(b); b < e; ++b, in.move_on())
          if (!best.has_value() || (*before)(**in, **best)) best = *in;
      }
    };
    if (runs_alone(runtime, n, part)) {
      call_alone(part, [&] {
        Share share{Cursor<It>(begin), &before, {}};
        share(0, n);
        result = *share.best;
      });
      return;
    }
    std::mutex mutex;
    run_loop(
        runtime, &no_range, n, part, [begin, &before](std::size_t) { return Share{Cursor<It>(begin), &before, {}}; },
        [&mutex, &result, &before](Share& share) {
          if (!share.best.has_value()) return;
          const std::lock_guard<std::mutex> lock(mutex);
          if (before(**share.best, *result)) result = *share.best;
        });
    runtime.corun();
  };
}

}  // namespace detail

template <typename B, typename E, typename T, typename UOP, typename P = DefaultPartitioner>
auto make_find_if_task(B first, E last, T& result, UOP predicate, P part = P()) {
  return detail::make_search_task(first, last, result, predicate, part);
}
template <typename B, typename E, typename T, typename UOP, typename P = DefaultPartitioner>
auto make_find_if_not_task(B first, E last, T& result, UOP predicate, P part = P()) {
  return detail::make_search_task(
      first, last, result,
      [predicate](auto&& element) mutable { return !predicate(std::forward<decltype(element)>(element)); }, part);
}
template <typename B, typename E, typename T, typename C, typename P = DefaultPartitioner>
auto make_min_element_task(B first, E last, T& result, C comp, P part = P()) {
  return detail::make_extreme_task(first, last, result, comp, part);
}
template <typename B, typename E, typename T, typename C, typename P = DefaultPartitioner>
auto make_max_element_task(B first, E last, T& result, C comp, P part = P()) {
  return detail::make_extreme_task(
      first, last, result,
      [comp](auto&& a, auto&& b) mutable { return comp(std::forward<decltype(b)>(b), std::forward<decltype(a)>(a)); },
      part);
}

template <typename B, typename E, typename T, typename UOP, typename P>
Task FlowBuilder::find_if(B first, E last, T& result, UOP predicate, P part) {
  return emplace(make_find_if_task(first, last, result, predicate, part));
}
template <typename B, typename E, typename T, typename UOP, typename P>
Task FlowBuilder::find_if_not(B first, E last, T& result, UOP predicate, P part) {
  return emplace(make_find_if_not_task(first, last, result, predicate, part));
}
template <typename B, typename E, typename T, typename C, typename P>
Task FlowBuilder::min_element(B first, E last, T& result, C comp, P part) {
  return emplace(make_min_element_task(first, last, result, comp, part));
}
template <typename B, typename E, typename T, typename C, typename P>
Task FlowBuilder::max_element(B first, E last, T& result, C comp, P part) {
  return emplace(make_max_element_task(first, last, result, comp, part));
}

}  // namespace tf
