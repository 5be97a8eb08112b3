// Partitioners: how an algorithm divides its iterations among workers. `loop` is one worker's share: it calls
// f(begin, end), or f(subrange), for one chunk after the other until none is left or f returns true.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <random>
#include <utility>

#include "../core/flow_builder.hpp"
#include "../utility/iterator.hpp"
#include "../utility/os.hpp"

namespace tf {

enum class PartitionerType : int { STATIC, DYNAMIC };

class DefaultClosureWrapper {};

namespace detail {

// Calls f with a chunk. Returns true if f wants to stop.
template <typename F, typename... Args>
bool call_with_chunk(F& f, Args&&... chunk) {
  if constexpr (std::is_same_v<std::invoke_result_t<F&, Args...>, bool>) {
    return f(std::forward<Args>(chunk)...);
  } else {
    f(std::forward<Args>(chunk)...);
    return false;
  }
}

// Takes chunks from a counter that all workers share. `size_of(rest)` says how large the next one is to be.
template <typename Size, typename F>
void loop_over_counter(std::size_t n, std::atomic<std::size_t>& next, Size&& size_of, F& f) {
  std::size_t at = next.load(std::memory_order_relaxed);  // checked by the exchange
  while (at < n) {
    const std::size_t end = at + std::min(size_of(n - at), n - at);
    // Relaxed is enough, because the counter only says whose the iterations are.
    if (!next.compare_exchange_weak(at, end, std::memory_order_relaxed)) continue;
    if (call_with_chunk(f, at, end)) return;
    at = next.load(std::memory_order_relaxed);  // checked by the exchange
  }
}
// About `size` iterations from `at` on, as a box, and how many they are.
template <typename T, std::size_t N>
auto box_from(const IndexRanges<T, N>& range, std::size_t at, std::size_t size) {
  if constexpr (N == 1) {
    return std::pair{range.unravel(at, at + size), size};
  } else {
    const auto box = range.upper_slice(at, size);
    return std::pair{box, box.size()};
  }
}
template <typename Size, typename T, std::size_t N, typename F>
void loop_over_counter(const IndexRanges<T, N>& range, std::size_t n, std::atomic<std::size_t>& next, Size&& size_of,
                       F& f) {
  std::size_t at = next.load(std::memory_order_relaxed);  // checked by the exchange
  while (at < n) {
    const auto [box, size] = box_from(range, at, std::min(size_of(n - at), n - at));
    // Relaxed is enough, because the counter only says whose the iterations are.
    if (!next.compare_exchange_weak(at, at + size, std::memory_order_relaxed)) continue;
    if (call_with_chunk(f, box)) return;
    at = next.load(std::memory_order_relaxed);  // checked by the exchange
  }
}

// The state of one loop whose workers share what is left. It lies in the partitioner, which the task has for itself. So
// a copy of the partitioner serves another loop.
struct LoopCounter {
  std::atomic<std::size_t> next{0};  // the first iteration that no worker has taken
  LoopCounter() = default;
  LoopCounter(const LoopCounter&) {}
  LoopCounter& operator=(const LoopCounter&) { return *this; }

  // Says whether the loop would be over before another worker comes, by the pace of its last run. Only the task's
  // thread calls the two.
  bool is_short(std::size_t n) const { return n < most_; }
  void learn(std::uint64_t ticks, std::size_t iterations) {
    if (iterations == 0) return;
    // Another worker comes to help after two microseconds, so a loop that needs less is short.
    most_ = QuickClock::two_us() * iterations / (ticks + 1);
  }

 private:
  std::uint64_t most_ = 0;  // fewer iterations than that take less time than another worker to come; 0: not known
};
}  // namespace detail

// `C` is called once for each worker's share, with the share as a callable.
template <typename C = DefaultClosureWrapper>
class PartitionerBase : public PartitionerTag {
 public:
  static constexpr bool is_default_wrapper_v = std::is_same_v<C, DefaultClosureWrapper>;
  using closure_wrapper_type = C;

  PartitionerBase() = default;
  explicit PartitionerBase(std::size_t chunk_size) : chunk_size_(chunk_size) {}
  PartitionerBase(std::size_t chunk_size, C&& wrapper)
      : chunk_size_(chunk_size), closure_wrapper_(std::move(wrapper)) {}

  std::size_t chunk_size() const { return chunk_size_; }
  void chunk_size(std::size_t size) { chunk_size_ = size; }
  const C& closure_wrapper() const { return closure_wrapper_; }
  C& closure_wrapper() { return closure_wrapper_; }
  template <typename F>
  void closure_wrapper(F&& wrapper) {
    closure_wrapper_ = std::forward<F>(wrapper);
  }
  // Returns the share, to be called inside of the wrapper. The partitioner must outlive it.
  template <typename F>
  decltype(auto) operator()(F&& share) {
    if constexpr (is_default_wrapper_v) return std::forward<F>(share);
    else return [this, f = std::forward<F>(share)]() mutable { closure_wrapper_(f); };
  }
  // For the algorithms: sets up the counter of a loop that begins.
  detail::LoopCounter& begin_loop() {
    counter_.next.store(0, std::memory_order_relaxed);  // nobody else has it yet
    return counter_;
  }

 protected:
  std::size_t least_chunk() const { return std::max<std::size_t>(1, chunk_size_); }

  std::size_t chunk_size_ = 0;
  C closure_wrapper_;
  detail::LoopCounter counter_;
};

namespace detail {
// The workers share the iterations that none of them has taken. The partitioner's sizes(n, workers) returns a function
// that says how many of them a worker takes at once.
template <typename P, typename C>
class SharingPartitioner : public PartitionerBase<C> {
 public:
  using PartitionerBase<C>::PartitionerBase;
  static constexpr PartitionerType type() { return PartitionerType::DYNAMIC; }

  template <typename... Args>
  void loop_until(Args&&... args) const {
    static_cast<const P*>(this)->loop(std::forward<Args>(args)...);
  }
  template <typename F>
  void loop(std::size_t n, std::size_t workers, std::atomic<std::size_t>& next, F&& f) const {
    loop_over_counter(n, next, static_cast<const P*>(this)->sizes(n, workers), f);
  }
  template <typename T, std::size_t N, typename F>
  void loop(const IndexRanges<T, N>& range, std::size_t n, std::size_t workers, std::atomic<std::size_t>& next,
            F&& f) const {
    loop_over_counter(range, n, next, static_cast<const P*>(this)->sizes(n, workers), f);
  }
};
}  // namespace detail

// A range as boxes: which indices have the positions of a chunk (since 4.2). Dimensions from the first empty one on do not count, and
// are whole in each box.
template <typename T, std::size_t N>
class IndexRangesPartitioner {
 public:
  explicit IndexRangesPartitioner(const IndexRanges<T, N>& range) : range_(range) {}

  std::size_t size() const { return range_.size(); }
  std::size_t active_rank() const {
    std::size_t rank = 0;
    while (rank < N && range_.size(rank) != 0) ++rank;
    return rank;
  }
  // Calls f(box) for boxes that together have the positions [first, last), until f returns true. Returns whether it did.
  template <typename F>
  bool for_each_box(std::size_t first, std::size_t last, F&& f) const {
    while (first < last) {
      if constexpr (N == 1) {
        return detail::call_with_chunk(f, range_.unravel(first, last));
      } else {
        const auto box = range_.lower_slice(first, last - first);
        if (detail::call_with_chunk(f, box)) return true;
        first += box.size();
      }
    }
    return false;
  }

 private:
  IndexRanges<T, N> range_;
};

// Their names are programs' by the end of this file.
namespace partitioners {

// Each worker has its chunks from the beginning: every W-th one.
template <typename C = DefaultClosureWrapper>
class StaticPartitioner : public PartitionerBase<C> {
 public:
  static constexpr PartitionerType type() { return PartitionerType::STATIC; }
  StaticPartitioner() = default;
  explicit StaticPartitioner(std::size_t size) : PartitionerBase<C>(size) {}
  explicit StaticPartitioner(std::size_t size, C&& wrapper) : PartitionerBase<C>(size, std::forward<C>(wrapper)) {}

  // Without a chunk size the first workers get one iteration more, so that nothing is left.
  std::size_t adjusted_chunk_size(std::size_t n, std::size_t workers, std::size_t worker) const {
    return this->chunk_size_ != 0 ? this->chunk_size_ : n / workers + (worker < n % workers ? 1 : 0);
  }
  // The name that loops for functions which return whether to stop had up to Taskflow 3.9.
  template <typename... Args>
  void loop_until(Args&&... args) const {
    loop(std::forward<Args>(args)...);
  }
  template <typename F>
  void loop(std::size_t n, std::size_t workers, std::size_t at, std::size_t chunk, F&& f) const {
    for (; at < n; at += workers * chunk)
      if (detail::call_with_chunk(f, at, std::min(at + chunk, n))) return;
  }
  template <typename T, std::size_t N, typename F>
  void loop(const IndexRanges<T, N>& range, std::size_t n, std::size_t workers, std::size_t at, std::size_t chunk,
            F&& f) const {
    const IndexRangesPartitioner<T, N> boxes(range);
    for (; at < n; at += workers * chunk)
      if (boxes.for_each_box(at, std::min(at + chunk, n), f)) return;
  }
};

// A worker takes half of its part of what is left. Near the end it goes chunk by chunk. Without a chunk size the last
// chunks have a 64th of a worker's part, because each chunk costs an access to the shared counter.
template <typename C = DefaultClosureWrapper>
class GuidedPartitioner : public detail::SharingPartitioner<GuidedPartitioner<C>, C> {
  using Base = detail::SharingPartitioner<GuidedPartitioner<C>, C>;
  friend Base;

 public:
  GuidedPartitioner() = default;
  explicit GuidedPartitioner(std::size_t size) : Base(size) {}
  explicit GuidedPartitioner(std::size_t size, C&& wrapper) : Base(size, std::forward<C>(wrapper)) {}

 private:
  auto sizes(std::size_t n, std::size_t workers) const {
    const std::size_t least = this->chunk_size_ != 0 ? this->chunk_size_ : std::max<std::size_t>(1, n / (64 * workers));
    return [least, workers](std::size_t rest) { return size_of(rest, workers, least); };
  }
  static std::size_t size_of(std::size_t rest, std::size_t workers, std::size_t least) {
    return rest < 2 * workers * (least + 1) ? least : std::max(least, rest / (2 * workers));
  }
};

// A worker takes one chunk after the other.
template <typename C = DefaultClosureWrapper>
class DynamicPartitioner : public detail::SharingPartitioner<DynamicPartitioner<C>, C> {
  using Base = detail::SharingPartitioner<DynamicPartitioner<C>, C>;
  friend Base;

 public:
  DynamicPartitioner() = default;
  explicit DynamicPartitioner(std::size_t size) : Base(size) {}
  explicit DynamicPartitioner(std::size_t size, C&& wrapper) : Base(size, std::forward<C>(wrapper)) {}

  using Base::loop;
  template <typename F>
  void loop(std::size_t n, std::size_t, std::atomic<std::size_t>& next, F&& f) const {
    const std::size_t size = this->least_chunk();
    // Relaxed is enough, because the counter only says whose the iterations are.
    for (std::size_t at; (at = next.fetch_add(size, std::memory_order_relaxed)) < n;)
      if (detail::call_with_chunk(f, at, std::min(at + size, n))) return;
  }

 private:
  auto sizes(std::size_t, std::size_t) const {
    return [size = this->least_chunk()](std::size_t) { return size; };
  }
};

// A worker takes chunks of random size between alpha * N * W and beta * N * W.
template <typename C = DefaultClosureWrapper>
class RandomPartitioner : public detail::SharingPartitioner<RandomPartitioner<C>, C> {
  using Base = detail::SharingPartitioner<RandomPartitioner<C>, C>;
  friend Base;

 public:
  RandomPartitioner() = default;
  explicit RandomPartitioner(std::size_t size) : Base(size) {}
  explicit RandomPartitioner(std::size_t size, C&& wrapper) : Base(size, std::forward<C>(wrapper)) {}
  RandomPartitioner(float alpha, float beta) : alpha_(alpha), beta_(beta) {}
  RandomPartitioner(float alpha, float beta, C&& wrapper)
      : Base(0, std::forward<C>(wrapper)), alpha_(alpha), beta_(beta) {}

  float alpha() const { return alpha_; }
  float beta() const { return beta_; }
  std::pair<std::size_t, std::size_t> chunk_size_range(std::size_t n, std::size_t workers) const {
    const auto part = [&](float factor) {
      return static_cast<std::size_t>(factor * static_cast<float>(n) * static_cast<float>(workers));
    };
    const auto [least, most] = std::minmax({part(alpha_), part(beta_)});
    const std::size_t first = std::max<std::size_t>(least, 1);
    return {first, std::max(most, first + 1)};
  }

 private:
  auto sizes(std::size_t n, std::size_t workers) const {
    const auto [least, most] = chunk_size_range(n, workers);
    return [engine = std::default_random_engine{std::random_device{}()},
            sizes = std::uniform_int_distribution<std::size_t>(least, most)](std::size_t) mutable {
      return sizes(engine);
    };
  }
  float alpha_ = 0.01f, beta_ = 0.5f;
};

}  // namespace partitioners

#if XOMP_TASKFLOW_VERSION < 300700
using StaticPartitioner = partitioners::StaticPartitioner<>;
using GuidedPartitioner = partitioners::GuidedPartitioner<>;
using DynamicPartitioner = partitioners::DynamicPartitioner<>;
using RandomPartitioner = partitioners::RandomPartitioner<>;
#else
using partitioners::DynamicPartitioner;
using partitioners::GuidedPartitioner;
using partitioners::RandomPartitioner;
using partitioners::StaticPartitioner;
#endif

}  // namespace tf
