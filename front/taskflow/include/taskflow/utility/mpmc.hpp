// MPMC: a bounded queue for any number of threads at both ends.
//
// MPMC-1: each place has a turn. It is free for index i when its turn is i, and holds the value of index i when it is i + 1.
//   A thread takes an index by a compare-and-swap; then the place is its own until it changes the turn (release), which
//   the next user acquires.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>

#include "os.hpp"

namespace tf {

template <typename T, std::size_t LogSize>
class MPMC {
 public:
  using value_type = std::conditional_t<std::is_pointer_v<T>, T, std::optional<T>>;

  MPMC() {
    for (std::size_t i = 0; i < kSize; ++i) places_[i].turn.store(i, std::memory_order_relaxed);  // the maker is alone
  }
  MPMC(const MPMC&) = delete;
  MPMC& operator=(const MPMC&) = delete;

  static constexpr std::size_t capacity() { return kSize; }
  bool try_enqueue(T value) {
    std::uint64_t i = tail_.load(std::memory_order_relaxed);  // checked by the place's turn
    for (;;) {
      Place& place = places_[i & (kSize - 1)];
      const auto ahead = static_cast<std::int64_t>(place.turn.load(std::memory_order_acquire) - i);  // [MPMC-1]
      if (ahead < 0) return false;
      if (ahead > 0) {
        i = tail_.load(std::memory_order_relaxed);                                    // checked by the place's turn
      } else if (tail_.compare_exchange_weak(i, i + 1, std::memory_order_relaxed)) {  // `turn` brings the place
        place.value = std::move(value);
        place.turn.store(i + 1, std::memory_order_release);  // [MPMC-1]
        return true;
      }
    }
  }
  // Waits for room.
  void enqueue(T value) {
    spin_until([&] { return try_enqueue(value); });
  }
  value_type try_dequeue() {
    std::uint64_t i = head_.load(std::memory_order_relaxed);  // checked by the place's turn
    for (;;) {
      Place& place = places_[i & (kSize - 1)];
      const auto ahead = static_cast<std::int64_t>(place.turn.load(std::memory_order_acquire) - (i + 1));  // [MPMC-1]
      if (ahead < 0) return value_type{};
      if (ahead > 0) {
        i = head_.load(std::memory_order_relaxed);                                    // checked by the place's turn
      } else if (head_.compare_exchange_weak(i, i + 1, std::memory_order_relaxed)) {  // `turn` brings the place
        value_type value = std::move(place.value);
        place.turn.store(i + kSize, std::memory_order_release);  // [MPMC-1]
        return value;
      }
    }
  }
  bool empty() const { return head_.load(std::memory_order_relaxed) >= tail_.load(std::memory_order_relaxed); }  // hint

 private:
  static constexpr std::size_t kSize = std::size_t{1} << LogSize;
  struct Place {
    std::atomic<std::uint64_t> turn;
    T value{};
  };
  alignas(2 * TF_CACHELINE_SIZE) std::atomic<std::uint64_t> head_{0};
  alignas(2 * TF_CACHELINE_SIZE) std::atomic<std::uint64_t> tail_{0};
  alignas(2 * TF_CACHELINE_SIZE) Place places_[kSize];
};

}  // namespace tf
