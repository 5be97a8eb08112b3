// Work-stealing queues: the owner pushes and pops at one end, any thread steals at the other. Plain classes for programs; the
// executor's own queues are the library's.
//
// WSQ-1: the deque of Chase and Lev with the orders of Le, Pop, Cohen and Zappella Nardelli (2013), on accesses instead of
//   fences. An item at index i is there for a thread that reads bottom > i (acquire); owner and thief settle the last one
//   by a compare-and-swap of top (seq_cst).
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <type_traits>
#include <vector>

#include "../utility/macros.hpp"
#include "../utility/os.hpp"
#include "declarations.hpp"

#ifndef TF_DEFAULT_BOUNDED_TASK_QUEUE_LOG_SIZE
#define TF_DEFAULT_BOUNDED_TASK_QUEUE_LOG_SIZE 8
#endif
#ifndef TF_DEFAULT_UNBOUNDED_TASK_QUEUE_LOG_SIZE
#define TF_DEFAULT_UNBOUNDED_TASK_QUEUE_LOG_SIZE 10
#endif

namespace tf {
namespace detail {

// What pop() and steal() return: a pointer, or an optional of anything else.
template <typename T>
using wsq_value_t = std::conditional_t<std::is_pointer_v<T>, T, std::optional<T>>;

// A ring of items, by index modulo its size.
template <typename T>
class WsqRing {
 public:
  explicit WsqRing(std::size_t size) : mask_(static_cast<std::int64_t>(size) - 1), items_(new std::atomic<T>[size]) {}
  std::size_t size() const { return static_cast<std::size_t>(mask_ + 1); }
  void put(std::int64_t i, T item) { items_[i & mask_].store(item, std::memory_order_relaxed); }  // [WSQ-1]
  T get(std::int64_t i) const { return items_[i & mask_].load(std::memory_order_relaxed); }       // [WSQ-1]

 private:
  std::int64_t mask_;
  std::unique_ptr<std::atomic<T>[]> items_;
};

template <typename T>
class WsqBase {
 public:
  using value_type = wsq_value_t<T>;
  static constexpr value_type empty_value() {
    if constexpr (std::is_pointer_v<T>) return nullptr;
    else return std::nullopt;
  }
  bool empty() const noexcept { return size() == 0; }
  std::size_t size() const noexcept {
    const std::int64_t t = top_.load(std::memory_order_relaxed), b = bottom_.load(std::memory_order_relaxed);  // hints
    return b > t ? static_cast<std::size_t>(b - t) : 0;
  }

 protected:
  // Room for how many more, as far as the owner knows.
  std::size_t room(std::size_t capacity) const {
    const std::int64_t used =
        bottom_.load(std::memory_order_relaxed) - top_.load(std::memory_order_acquire);  // the thief has read its slot
    return used < 0 ? capacity : capacity - static_cast<std::size_t>(used);
  }
  template <typename Ring, typename It>
  void append(Ring& ring, It& first, std::size_t n) {
    const std::int64_t b = bottom_.load(std::memory_order_relaxed);  // the owner's own
    for (std::size_t i = 0; i < n; ++i, ++first) ring.put(b + static_cast<std::int64_t>(i), *first);
    bottom_.store(b + static_cast<std::int64_t>(n), std::memory_order_release);  // [WSQ-1]
  }
  template <typename Ring>
  value_type pop_from(const Ring& ring) {
    const std::int64_t b = bottom_.load(std::memory_order_relaxed) - 1;  // the owner's own
    bottom_.store(b, std::memory_order_seq_cst);                         // [WSQ-1]
    std::int64_t t = top_.load(std::memory_order_seq_cst);               // [WSQ-1]
    if (t > b) {
      bottom_.store(b + 1, std::memory_order_relaxed);  // nothing new is in it; thieves may see the old one longer
      return empty_value();
    }
    value_type item = ring.get(b);
    if (t == b) {
      // [WSQ-1] Relaxed on failure, because a thread that fails reads nothing.
      if (!top_.compare_exchange_strong(t, t + 1, std::memory_order_seq_cst, std::memory_order_relaxed))
        item = empty_value();
      bottom_.store(b + 1, std::memory_order_relaxed);  // nothing new is in it; thieves may see the old one longer
    }
    return item;
  }
  template <typename Get>
  value_type steal_with(Get&& ring) {
    std::int64_t t = top_.load(std::memory_order_seq_cst);                   // [WSQ-1]
    if (t >= bottom_.load(std::memory_order_seq_cst)) return empty_value();  // [WSQ-1]
    value_type item = ring().get(t);
    // [WSQ-1] Relaxed on failure, because a thread that fails reads nothing.
    if (!top_.compare_exchange_strong(t, t + 1, std::memory_order_seq_cst, std::memory_order_relaxed))
      return empty_value();
    return item;
  }
  // Counts what a steal has brought: `empty_steals` is how many in a row have brought nothing.
  static value_type counted(value_type item, std::size_t& empty_steals) {
    empty_steals = item == WsqBase::empty_value() ? empty_steals + 1 : 0;
    return item;
  }
  // For the owner, which copies items. An item that is stolen meanwhile is copied in vain.
  std::int64_t first_index() const { return top_.load(std::memory_order_relaxed); }
  std::int64_t end_index() const { return bottom_.load(std::memory_order_relaxed); }  // the owner's own

 private:
  alignas(2 * TF_CACHELINE_SIZE) std::atomic<std::int64_t> top_{0};
  alignas(2 * TF_CACHELINE_SIZE) std::atomic<std::int64_t> bottom_{0};
};

}  // namespace detail

// Grows by doubling. Former rings stay until the queue goes, since thieves may still read them.
template <typename T>
class UnboundedWSQ : public detail::WsqBase<T> {
 public:
  using typename detail::WsqBase<T>::value_type;

  explicit UnboundedWSQ(std::int64_t log_size = TF_DEFAULT_UNBOUNDED_TASK_QUEUE_LOG_SIZE) {
    add_ring(std::size_t{1} << log_size);
  }
  UnboundedWSQ(const UnboundedWSQ&) = delete;
  UnboundedWSQ& operator=(const UnboundedWSQ&) = delete;

  std::size_t capacity() const noexcept { return ring_.load(std::memory_order_relaxed)->size(); }  // the owner's own
  void push(T item) {
    T* first = &item;
    bulk_push(first, 1);
  }
  // Pushes n items from `first` on, and moves `first` behind them.
  template <typename I>
  void bulk_push(I&& first, std::size_t n) {
    while (this->room(capacity()) < n) grow();
    this->append(*ring_.load(std::memory_order_relaxed), first, n);  // the owner's own
  }
  value_type pop() { return this->pop_from(*ring_.load(std::memory_order_relaxed)); }  // the owner's own
  value_type steal() {
    // Acquire, so that the thief sees the ring's items as they were copied.
    return this->steal_with([&]() -> const Ring& { return *ring_.load(std::memory_order_acquire); });
  }
  value_type steal_with_hint(std::size_t& empty_steals) { return this->counted(steal(), empty_steals); }
  value_type steal_with_feedback(std::size_t& empty_steals) { return this->counted(steal(), empty_steals); }  // 4.0

 private:
  using Ring = detail::WsqRing<T>;
  void add_ring(std::size_t size) {
    rings_.push_back(std::make_unique<Ring>(size));
    ring_.store(rings_.back().get(), std::memory_order_release);  // pairs with steal()
  }
  void grow() {
    auto larger = std::make_unique<Ring>(2 * capacity());
    const Ring& old = *ring_.load(std::memory_order_relaxed);  // the owner's own
    for (std::int64_t i = this->first_index(); i != this->end_index(); ++i) larger->put(i, old.get(i));
    ring_.store(larger.get(), std::memory_order_release);  // pairs with steal()
    rings_.push_back(std::move(larger));
  }
  std::atomic<Ring*> ring_{nullptr};
  std::vector<std::unique_ptr<Ring>> rings_;
};

// Holds 2^LogSize items; a push into a full queue fails.
template <typename T, std::size_t LogSize = TF_DEFAULT_BOUNDED_TASK_QUEUE_LOG_SIZE>
class BoundedWSQ : public detail::WsqBase<T> {
 public:
  using typename detail::WsqBase<T>::value_type;

  BoundedWSQ() = default;
  BoundedWSQ(const BoundedWSQ&) = delete;
  BoundedWSQ& operator=(const BoundedWSQ&) = delete;

  static constexpr std::size_t capacity() { return std::size_t{1} << LogSize; }
  template <typename O>
  bool try_push(O&& item) {
    T one = std::forward<O>(item);
    T* first = &one;
    return try_bulk_push(first, 1) == 1;
  }
  // Pushes as many of n items from `first` on as there is room for. Moves `first` behind them and returns their number.
  template <typename I>
  std::size_t try_bulk_push(I&& first, std::size_t n) {
    const std::size_t fit = std::min(n, this->room(capacity()));
    if (fit != 0) this->append(ring_, first, fit);
    return fit;
  }
  // on_full() is called instead when the queue is full.
  template <typename O, typename C>
  void push(O&& item, C&& on_full) {
    if (!try_push(std::forward<O>(item))) on_full();
  }
  value_type pop() { return this->pop_from(ring_); }
  value_type steal() {
    return this->steal_with([&]() -> const detail::WsqRing<T>& { return ring_; });
  }
  value_type steal_with_hint(std::size_t& empty_steals) { return this->counted(steal(), empty_steals); }
  value_type steal_with_feedback(std::size_t& empty_steals) { return this->counted(steal(), empty_steals); }  // 4.0

 private:
  detail::WsqRing<T> ring_{capacity()};
};

// The default: the item itself says its priority.
struct DefaultPriorityFn {
  template <typename T>
  std::size_t operator()(const T& item) const {
    if constexpr (std::is_pointer_v<T>) return static_cast<std::size_t>(item->priority());
    else return static_cast<std::size_t>(item.priority());
  }
};

#if defined(__cpp_concepts)
template <typename Q>
concept BoundedWSQLike = requires(Q& queue, typename Q::value_type item) {
  queue.steal();
  queue.pop();
  { queue.try_push(item) } -> std::same_as<bool>;
};
#endif

// A bounded queue Q for each priority; 0 is the most urgent one. `PriorityFn` gives an item's priority, less than
// MaxPriority.
template <typename Q, std::size_t MaxPriority, typename PriorityFn = DefaultPriorityFn>
class BoundedPriorityWSQ {
  static_assert(MaxPriority >= 1, "a queue needs at least one priority");

 public:
  using value_type = typename Q::value_type;

  explicit BoundedPriorityWSQ(PriorityFn priority_of = {}) : priority_of_(std::move(priority_of)) {}

  static constexpr std::size_t capacity() { return MaxPriority * Q::capacity(); }
  static constexpr auto empty_value() { return Q::empty_value(); }
  bool empty() const noexcept {
    return std::all_of(queues_.begin(), queues_.end(), [](const Q& q) { return q.empty(); });
  }
  std::size_t size() const noexcept {
    return std::accumulate(queues_.begin(), queues_.end(), std::size_t{0},
                           [](std::size_t n, const Q& q) { return n + q.size(); });
  }
  template <typename O>
  bool try_push(O&& item) {
    Q& queue = queues_[priority_of_(item)];
    return queue.try_push(std::forward<O>(item));
  }
  // Pushes up to n items from `first` on. Moves `first` behind them and returns their number. It stops at the first
  // item that finds its queue full.
  template <typename I>
  std::size_t try_bulk_push(I&& first, std::size_t n) {
    std::size_t pushed = 0;
    for (; pushed < n && try_push(*first); ++pushed) ++first;
    return pushed;
  }
  // Takes one of the most urgent items.
  value_type pop() {
    return take([](Q& q) { return q.pop(); });
  }
  value_type steal() {
    return take([](Q& q) { return q.steal(); });
  }
  Q& operator[](std::size_t priority) { return queues_[priority]; }
  const Q& operator[](std::size_t priority) const { return queues_[priority]; }

 private:
  template <typename Take>
  value_type take(Take&& take_from) {
    for (Q& queue : queues_)
      if (value_type item = take_from(queue); item != Q::empty_value()) return item;
    return Q::empty_value();
  }
  std::array<Q, MaxPriority> queues_;
  PriorityFn priority_of_;
};

template <typename T>
using UnboundedTaskQueue = UnboundedWSQ<T>;
#if XOMP_TASKFLOW_VERSION < 301100
// One place stays empty.
template <typename T, std::size_t LogSize = TF_DEFAULT_BOUNDED_TASK_QUEUE_LOG_SIZE>
class BoundedTaskQueue : public BoundedWSQ<T, LogSize> {
  using Base = BoundedWSQ<T, LogSize>;

 public:
  static constexpr std::size_t capacity() { return Base::capacity() - 1; }
  template <typename O>
  bool try_push(O&& item) {
    return this->size() < capacity() && Base::try_push(std::forward<O>(item));
  }
  template <typename O, typename C>
  void push(O&& item, C&& on_full) {
    if (!try_push(std::forward<O>(item))) on_full();
  }
};
#else
template <typename T, std::size_t LogSize = TF_DEFAULT_BOUNDED_TASK_QUEUE_LOG_SIZE>
using BoundedTaskQueue = BoundedWSQ<T, LogSize>;
#endif

}  // namespace tf
