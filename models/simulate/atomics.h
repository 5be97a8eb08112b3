// The engine's atomics on the virtual machine: every access goes through the model of coherence and takes time. There
// is one thread of the system, so what the model lets through is a plain access. Included by platform/atomic.h alone.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace xomp::simulate {

std::uint64_t load(const void* address, int bytes);
void store(void* address, std::uint64_t value, int bytes);
std::uint64_t exchange(void* address, std::uint64_t value, int bytes);
bool compare_exchange(void* address, std::uint64_t& expected, std::uint64_t value, int bytes);
std::uint64_t fetch_add(void* address, std::uint64_t value, int bytes);
std::uint64_t fetch_and(void* address, std::uint64_t value, int bytes);
std::uint64_t fetch_or(void* address, std::uint64_t value, int bytes);
void full_fence();

template <class T>
class Atomic {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= 8);
  using Order = std::memory_order;

 public:
  using value_type = T;
  static constexpr bool is_always_lock_free = true;

  constexpr Atomic() = default;
  constexpr Atomic(T value) : value_(value) {}
  Atomic(const Atomic&) = delete;
  Atomic& operator=(const Atomic&) = delete;

  T load(Order) const { return of_bits(simulate::load(&value_, kBytes)); }
  void store(T value, Order order) {
    simulate::store(&value_, bits_of(value), kBytes);
    if (order == std::memory_order_seq_cst) full_fence();
  }
  T exchange(T value, Order) { return of_bits(simulate::exchange(&value_, bits_of(value), kBytes)); }
  bool compare_exchange_strong(T& expected, T value, Order, Order = std::memory_order_relaxed) {
    std::uint64_t bits = bits_of(expected);
    if (compare_exchange(&value_, bits, bits_of(value), kBytes)) return true;
    expected = of_bits(bits);
    return false;
  }
  bool compare_exchange_weak(T& expected, T value, Order success, Order failure = std::memory_order_relaxed) {
    return compare_exchange_strong(expected, value, success, failure);
  }
  template <class Difference>
  T fetch_add(Difference n, Order) {
    return of_bits(simulate::fetch_add(&value_, static_cast<std::uint64_t>(n), kBytes));
  }
  template <class Difference>
  T fetch_sub(Difference n, Order) {
    return of_bits(simulate::fetch_add(&value_, -static_cast<std::uint64_t>(n), kBytes));
  }
  T fetch_and(T bits, Order) { return of_bits(simulate::fetch_and(&value_, bits_of(bits), kBytes)); }
  T fetch_or(T bits, Order) { return of_bits(simulate::fetch_or(&value_, bits_of(bits), kBytes)); }

 private:
  static constexpr int kBytes = sizeof(T);
  using Bits = std::conditional_t<sizeof(T) == 1, std::uint8_t,
                                  std::conditional_t<sizeof(T) == 2, std::uint16_t,
                                                     std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;
  static std::uint64_t bits_of(T value) { return std::bit_cast<Bits>(value); }
  static T of_bits(std::uint64_t bits) { return std::bit_cast<T>(static_cast<Bits>(bits)); }

  T value_{};
};

}  // namespace xomp::simulate

namespace xomp {

template <class T>
using atomic = simulate::Atomic<T>;

namespace platform {

inline constexpr bool kCountsAtomics = false;
inline AtomicsCount count_of_atomics() { return {}; }
inline void forget_atomics() {}

inline void fence_seq_cst() { simulate::full_fence(); }
inline void fence_acquire() {}
inline void fence_release() {}
inline void fence_light() {}
inline void note_heavy_fence() {}

}  // namespace platform
}  // namespace xomp
