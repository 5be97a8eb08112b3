// How algorithms go parallel: one share for each worker, as children of a runtime. The caller's own share runs in place.
#pragma once

#include "../core/executor.hpp"
#include "partitioner.hpp"

namespace tf {
namespace detail {

// The value of a bound that was given by value or by std::ref, when the task runs.
template <typename T>
decltype(auto) value_of(T& bound) {
  if constexpr (is_std_reference_wrapper<std::remove_cv_t<T>>::value) return bound.get();
  else return (bound);
}

// Runs share(worker) for `workers` shares, each inside of the partitioner's wrapper. The partitioner lives in the task.
template <typename P, typename Share>
void run_shares(Runtime& runtime, std::size_t workers, P& part, Share&& share) {
  for (std::size_t w = 1; w < workers; ++w) {
    if constexpr (std::decay_t<P>::is_default_wrapper_v) runtime.silent_async([w, share]() mutable { share(w); });
    else runtime.silent_async([w, share, &part]() mutable { part([w, &share] { share(w); })(); });
  }
  if constexpr (std::decay_t<P>::is_default_wrapper_v) share(std::size_t{0});
  else part([&share] { share(std::size_t{0}); })();
}

// op(a, b), which may take its arguments from where they are.
template <typename Op, typename T, typename V>
T combine(Op& op, T& a, V&& b) {
  if constexpr (std::is_invocable_v<Op&, T&&, V&&>) return op(std::move(a), std::forward<V>(b));
  else return op(a, b);
}

// How many workers take part in a loop over n iterations.
template <typename P>
std::size_t workers_for(Runtime& runtime, std::size_t n, const P& part) {
  const std::size_t workers = runtime.executor().num_workers();
  const std::size_t chunks = part.chunk_size() == 0 ? n : (n + part.chunk_size() - 1) / part.chunk_size();
  return std::min(workers, chunks);
}

// A loop in parallel. body(worker) gives each worker's function of a chunk, [begin, end) or a subrange of `range`, and is
// called on that worker; the function's result true ends the worker's share. end(function) is called after a share.
// `range` may be null.
template <typename R, typename P, typename Body, typename End>
void run_loop(Runtime& runtime, const R* range, std::size_t n, P& part, Body body, End end) {
  const std::size_t workers = workers_for(runtime, n, part);
  if constexpr (std::decay_t<P>::type() == PartitionerType::STATIC) {
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
  } else {
    auto* const next = &part.begin_loop();
    auto share = [=, &part](std::size_t w) mutable {
      auto f = body(w);
      if constexpr (std::is_null_pointer_v<std::remove_const_t<R>>) part.loop(n, workers, *next, f);
      else part.loop(*range, n, workers, *next, f);
      end(f);
    };
    run_shares(runtime, workers, part, share);
  }
}

}  // namespace detail
}  // namespace tf
