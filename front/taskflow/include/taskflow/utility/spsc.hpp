// SPSCRing: a queue for one thread that pushes and one that pops. It holds 2^LogSize - 1 values.
//
// SPSC-1: `head` is the reader's, `tail` the writer's. The writer releases tail after the value, the reader releases head
//   after it has moved the value out; each acquires the other's.
#pragma once

#include <atomic>
#include <cstddef>
#include <optional>
#include <type_traits>
#include <utility>

#include "os.hpp"

namespace tf {

template <typename T, std::size_t LogSize>
class SPSCRing {
  static_assert(std::is_nothrow_move_constructible_v<T> && std::is_nothrow_move_assignable_v<T>,
                "values move without exceptions");

 public:
  using value_type = std::conditional_t<std::is_pointer_v<T>, T, std::optional<T>>;

  static constexpr std::size_t capacity() { return kSize - 1; }
  static constexpr value_type empty_value() {
    if constexpr (std::is_pointer_v<T>) return nullptr;
    else return std::nullopt;
  }
  // Returns false if the ring is full.
  bool push(T value) {
    const std::size_t t = tail_.load(std::memory_order_relaxed);  // the producer's own
    const std::size_t next = (t + 1) & (kSize - 1);
    if (next == head_.load(std::memory_order_acquire)) return false;  // [SPSC-1]
    values_[t] = std::move(value);
    tail_.store(next, std::memory_order_release);  // [SPSC-1]
    return true;
  }
  value_type pop() {
    const std::size_t h = head_.load(std::memory_order_relaxed);           // the consumer's own
    if (h == tail_.load(std::memory_order_acquire)) return empty_value();  // [SPSC-1]
    value_type value = std::move(values_[h]);
    head_.store((h + 1) & (kSize - 1), std::memory_order_release);  // [SPSC-1]
    return value;
  }
  std::size_t size_approx() const {
    return (tail_.load(std::memory_order_relaxed) - head_.load(std::memory_order_relaxed)) & (kSize - 1);  // hints
  }
  bool empty_approx() const { return size_approx() == 0; }
  bool full_approx() const { return size_approx() == capacity(); }

 private:
  static constexpr std::size_t kSize = std::size_t{1} << LogSize;
  alignas(2 * TF_CACHELINE_SIZE) std::atomic<std::size_t> head_{0};
  alignas(2 * TF_CACHELINE_SIZE) std::atomic<std::size_t> tail_{0};
  alignas(2 * TF_CACHELINE_SIZE) T values_[kSize]{};
};

}  // namespace tf
