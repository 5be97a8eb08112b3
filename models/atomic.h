// std::atomic as explored and simulated code has it: each operation is told to `Memory`, which says what a load reads
// and lets others go on meanwhile. The newest value also stands in the object itself, so that layouts and
// constructors are the engine's own. Included by explore/atomics.h and simulate/atomics.h, and these by
// platform/atomic.h alone (XOMP_ATOMICS).
#pragma once

#include <atomic>
#include <cstdint>
#include <cstring>

namespace xomp::models {

using Order = std::memory_order;
enum class Change : std::uint8_t { exchange, add, subtract, conjoin, disjoin };
enum class Failing : std::uint8_t { only_when_different, also_for_nothing };

// Memory's functions get an address and 1, 2, 4 or 8 bytes there. Everything is inlined, so that the place of the call
// says where in the source the access is.
template <class T, class Memory>
class Atomic {
  static_assert(sizeof(T) <= 8 && (sizeof(T) & (sizeof(T) - 1)) == 0);
#define XOMP_INLINE [[gnu::always_inline]] inline

 public:
  using value_type = T;
  static constexpr bool is_always_lock_free = true;

  constexpr Atomic() = default;
  constexpr Atomic(T value) : value_(value) {}
  Atomic(const Atomic&) = delete;
  Atomic& operator=(const Atomic&) = delete;

  XOMP_INLINE T load(Order order) const { return value_of(Memory::load(&value_, sizeof(T), order)); }
  XOMP_INLINE void store(T value, Order order) { Memory::store(&value_, sizeof(T), bits_of(value), order); }
  XOMP_INLINE T exchange(T value, Order order) { return change(Change::exchange, value, order); }
  template <class Difference>
  XOMP_INLINE T fetch_add(Difference n, Order order) {
    return change(Change::add, static_cast<T>(n), order);
  }
  template <class Difference>
  XOMP_INLINE T fetch_sub(Difference n, Order order) {
    return change(Change::subtract, static_cast<T>(n), order);
  }
  XOMP_INLINE T fetch_and(T bits, Order order) { return change(Change::conjoin, bits, order); }
  XOMP_INLINE T fetch_or(T bits, Order order) { return change(Change::disjoin, bits, order); }

  XOMP_INLINE bool compare_exchange_strong(T& expected, T value, Order success, Order failure) {
    return compare_exchange(expected, value, success, failure, Failing::only_when_different);
  }
  XOMP_INLINE bool compare_exchange_weak(T& expected, T value, Order success, Order failure) {
    return compare_exchange(expected, value, success, failure, Failing::also_for_nothing);
  }
  XOMP_INLINE bool compare_exchange_strong(T& expected, T value, Order order) {
    return compare_exchange(expected, value, order, failure_of(order), Failing::only_when_different);
  }
  XOMP_INLINE bool compare_exchange_weak(T& expected, T value, Order order) {
    return compare_exchange(expected, value, order, failure_of(order), Failing::also_for_nothing);
  }

 private:
  static constexpr Order failure_of(Order order) {
    return order == Order::acq_rel ? Order::acquire : order == Order::release ? Order::relaxed : order;
  }
  XOMP_INLINE static std::uint64_t bits_of(T value) {
    std::uint64_t bits = 0;
    __builtin_memcpy(&bits, &value, sizeof(T));
    return bits;
  }
  XOMP_INLINE static T value_of(std::uint64_t bits) {
    T value;
    __builtin_memcpy(&value, &bits, sizeof(T));
    return value;
  }
  XOMP_INLINE T change(Change change, T operand, Order order) {
    return value_of(Memory::change(&value_, sizeof(T), change, bits_of(operand), order));
  }
  XOMP_INLINE bool compare_exchange(T& expected, T value, Order success, Order failure, Failing failing) {
    std::uint64_t bits = bits_of(expected);
    const bool done = Memory::compare_exchange(&value_, sizeof(T), &bits, bits_of(value), success, failure, failing);
    if (!done) expected = value_of(bits);
    return done;
  }

  alignas(sizeof(T)) T value_{};
#undef XOMP_INLINE
};

}  // namespace xomp::models

namespace xomp::platform {

inline constexpr bool kCountsAtomics = false;
inline AtomicsCount count_of_atomics() { return {}; }
inline void forget_atomics() {}
inline void note_heavy_fence() {}

}  // namespace xomp::platform
