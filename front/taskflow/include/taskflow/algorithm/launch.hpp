// How algorithms go parallel: one share for each worker, as children of a runtime. The caller's own share runs in place.
#pragma once

#include "../core/executor.hpp"
#include "partitioner.hpp"

namespace tf {
namespace detail {

// Returns the value of a bound when the task runs. The bound was given by value or by std::ref.
template <typename T>
decltype(auto) value_of(T& bound) {
  if constexpr (is_std_reference_wrapper<std::remove_cv_t<T>>::value) return bound.get();
  else return (bound);
}

// Says whether a jump takes one step. The concept is asked, too, because an iterator whose *it is a value has only the
// category of input iterators.
template <typename It>
constexpr bool jumps() {
#if defined(__cpp_lib_ranges)
  if constexpr (std::random_access_iterator<It>) return true;
#endif
  return std::is_base_of_v<std::random_access_iterator_tag, typename std::iterator_traits<It>::iterator_category>;
}
// The iterator `n` elements on, and the number of elements.
template <typename It>
It moved_on(It it, std::size_t n) {
  using Difference = typename std::iterator_traits<It>::difference_type;
  if constexpr (jumps<It>()) it += static_cast<Difference>(n);
  else std::advance(it, static_cast<Difference>(n));
  return it;
}
template <typename It>
std::size_t count_of(const It& first, const It& last) {
  if constexpr (jumps<It>()) return static_cast<std::size_t>(last - first);
  else return static_cast<std::size_t>(std::distance(first, last));
}

// Runs share(worker) for `workers` shares, each inside of the partitioner's wrapper. The partitioner lives in the task.
template <typename P, typename Share>
void start_shares_of_others(Runtime& runtime, std::size_t workers, P& part, Share& share) {
  for (std::size_t w = 1; w < workers; ++w) {
    if constexpr (std::decay_t<P>::is_default_wrapper_v) runtime.silent_async([w, share]() mutable { share(w); });
    else runtime.silent_async([w, share, &part]() mutable { part([w, &share] { share(w); })(); });
  }
}
// Calls f, the caller's own share. The other shares use what lies in the caller's frame, so an exception of f waits for
// them in corun().
template <typename F>
void run_own_share(Runtime& runtime, F&& f) {
  TF_TRY { f(); }
  TF_CATCH_ALL { runtime.scope().capture(current_exception()); }
}
template <typename P, typename Share>
void run_shares(Runtime& runtime, std::size_t workers, P& part, Share&& share) {
  start_shares_of_others(runtime, workers, part, share);
  run_own_share(runtime, [&] {
    if constexpr (std::decay_t<P>::is_default_wrapper_v) share(std::size_t{0});
    else part([&share] { share(std::size_t{0}); })();
  });
}

// op(a, b), which may take its arguments from where they are.
template <typename Op, typename T, typename V>
T combine(Op& op, T& a, V&& b) {
  if constexpr (std::is_invocable_v<Op&, T&&, V&&>) return op(std::move(a), std::forward<V>(b));
  else return op(a, b);
}

// Returns how many workers take part in a loop over n iterations.
template <typename P>
std::size_t workers_for(Runtime& runtime, std::size_t n, const P& part) {
  const std::size_t workers = runtime.executor().num_workers();
  const std::size_t chunks = part.chunk_size() == 0 ? n : (n + part.chunk_size() - 1) / part.chunk_size();
  return std::min(workers, chunks);
}

// A loop in parallel. body(worker) gives each worker's function of a chunk, [begin, end) or a subrange of `range`, and is
// called on that worker; the function's result true ends the worker's share. end(function) is called after a share.
// `range` may be null. The caller waits for the other shares by corun(), which also throws what a share has thrown.
template <typename R, typename P, typename Body, typename End>
void run_divided_loop(Runtime& runtime, const R* range, std::size_t n, P& part, Body body, End end) {
  const std::size_t workers = workers_for(runtime, n, part);
  auto share = [=, &part](std::size_t w) mutable {
    auto f = body(w);
    std::size_t at = 0, chunk = part.chunk_size();
    std::size_t total = n;
    if (chunk == 0) {  // one piece each
      chunk = n / workers;
      at = w * chunk + std::min(w, n % workers);
      chunk += w < n % workers ? 1 : 0;
      total = at + chunk;
    } else {
      at = w * chunk;
    }
    if constexpr (std::is_null_pointer_v<std::remove_const_t<R>>) part.loop(total, workers, at, chunk, f);
    else part.loop(*range, total, workers, at, chunk, f);
    end(f);
  };
  run_shares(runtime, workers, part, share);
}

// f, how many iterations it has had, and how long the first chunk took, in which few others were in the way.
template <typename F>
struct Counting {
  F& f;
  const std::uint64_t start = QuickClock::now();
  std::size_t iterations = 0, first_chunk = 0;
  std::uint64_t ticks_of_first = 0;
  bool operator()(std::size_t begin, std::size_t end) { return call(end - begin, begin, end); }
  template <typename Box>
  bool operator()(const Box& box) {
    return call(box.size(), box);
  }
  // By the pace of the first chunk or of all, whichever is better: a small chunk takes as long as the clock, and the last chunks are small and
  // wait for the counter, for which the workers compete.
  void tell(LoopCounter& counter) const {
    const std::uint64_t ticks = QuickClock::now() - start;
    if (ticks_of_first * iterations < ticks * first_chunk) counter.learn(ticks_of_first, first_chunk);
    else counter.learn(ticks, iterations);
  }

 private:
  template <typename... Args>
  bool call(std::size_t n, Args&&... chunk) {
    const bool is_over = call_with_chunk(f, std::forward<Args>(chunk)...);
    iterations += n;
    if (first_chunk == 0) {
      first_chunk = n;
      ticks_of_first = QuickClock::now() - start;
    }
    return is_over;
  }
};

// Runs a loop on the caller, in chunks that double, until it is over or has taken as long as it takes to call others, or twice as long if
// more than half of it is over then.
// Returns whether it is over. Where the program sees subranges, they must not be larger than the chunk size that it
// wants.
template <typename R, typename F>
bool run_alone_at_first(const R* range, std::size_t n, std::size_t chunk_size, LoopCounter& counter, F& f) {
  const std::uint64_t start = QuickClock::now();
  std::uint64_t ticks = 0;
  bool is_over = false;
  std::size_t at = 0;
  while (!is_over && ticks < (at > n / 2 ? 2 : 1) * QuickClock::two_us()) {
    const std::size_t wanted = std::min(std::max({std::size_t{1}, at, n / 64}), n - at);
    if constexpr (std::is_null_pointer_v<std::remove_const_t<R>>) {
      is_over = call_with_chunk(f, at, at + wanted);
      at += wanted;
    } else {
      const auto [box, size] = box_from(*range, at, chunk_size == 0 ? wanted : std::min(wanted, chunk_size));
      is_over = call_with_chunk(f, box);
      at += size;
    }
    is_over = is_over || at == n;
    ticks = QuickClock::now() - start;
  }
  counter.learn(ticks, at);
  counter.next.store(at, std::memory_order_relaxed);  // nobody else has it yet
  return is_over;
}

// A loop whose workers share what is left. If the task's last run of the loop was short, the caller begins alone. It
// calls others only if the loop takes longer this time, because calling them would cost more than a short loop.
template <typename R, typename P, typename Body, typename End>
void run_shared_loop(Runtime& runtime, const R* range, std::size_t n, P& part, Body body, End end) {
  const std::size_t workers = workers_for(runtime, n, part);
  LoopCounter& counter = part.begin_loop();
  const auto loop = [=, &part, &counter](auto& f) {
    if constexpr (std::is_null_pointer_v<std::remove_const_t<R>>) part.loop(n, workers, counter.next, f);
    else part.loop(*range, n, workers, counter.next, f);
  };
  auto share = [=](std::size_t w) mutable {
    auto f = body(w);
    loop(f);
    end(f);
  };
  if constexpr (!std::decay_t<P>::is_default_wrapper_v) {
    run_shares(runtime, workers, part, share);
  } else {
    auto f = body(std::size_t{0});
    if (counter.is_short(n) && run_alone_at_first(range, n, part.chunk_size(), counter, f)) return end(f);
    start_shares_of_others(runtime, workers, part, share);
    run_own_share(runtime, [&] {
      Counting<decltype(f)> counting{f};
      loop(counting);
      counting.tell(counter);
      end(f);
    });
  }
}

template <typename R, typename P, typename Body, typename End>
void run_loop(Runtime& runtime, const R* range, std::size_t n, P& part, Body body, End end) {
  if constexpr (std::decay_t<P>::type() == PartitionerType::STATIC)
    run_divided_loop(runtime, range, n, part, body, end);
  else run_shared_loop(runtime, range, n, part, body, end);
}

}  // namespace detail
}  // namespace tf
