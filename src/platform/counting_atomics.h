// The compiler's atomics, with a count for each thread of the costly ones: for tests and for docs/policies.md, which
// promises how many there are in a task. Included by platform/atomic.h alone, in builds that ask for it. An order must
// be written at every access, because there is no default here.
//
// The counts are of read-modify-writes (also a compare-and-swap that fails), full fences (a sequentially consistent
// store is one: on x86 an exchange), and heavy fences. Loads, other stores, light fences and those of acquire and
// release are not counted, because on x86 they are plain instructions or none. Nor are the program's own variables that
// the runtime changes for it (`omp atomic`: core/sync/atomic_update.h).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace xomp {

namespace platform {

inline constexpr bool kCountsAtomics = true;

namespace counting {

// One thread's counts. Written by that thread, read by the one that prints. The last place is shared by all threads
// that find no other, and loses some of their counts.
struct alignas(64) Place {
  std::atomic<std::uint64_t> read_modify_writes{0}, fences{0}, heavy_fences{0};
};
inline constexpr std::uint32_t kPlaces = 4096;
inline constinit Place places[kPlaces];
inline constinit std::atomic<std::uint32_t> places_taken{0};
inline constinit thread_local Place* own_place = nullptr;

[[gnu::noinline, gnu::cold]] inline Place& take_place() {
  const std::uint32_t taken = places_taken.fetch_add(1, std::memory_order_relaxed);
  own_place = &places[taken < kPlaces ? taken : kPlaces - 1];
  return *own_place;
}
inline void count(std::atomic<std::uint64_t> Place::* what) {
  Place& place = own_place != nullptr ? *own_place : take_place();
  std::atomic<std::uint64_t>& n = place.*what;
  n.store(n.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}

template <class T>
class Atomic {
 public:
  using value_type = T;
  using Order = std::memory_order;
  static constexpr bool is_always_lock_free = std::atomic<T>::is_always_lock_free;

  constexpr Atomic() = default;
  constexpr Atomic(T value) : value_(value) {}
  Atomic(const Atomic&) = delete;
  Atomic& operator=(const Atomic&) = delete;

  T load(Order order) const { return value_.load(order); }
  void store(T value, Order order) {
    if (order == std::memory_order_seq_cst) count(&Place::fences);
    value_.store(value, order);
  }

  T exchange(T value, Order order) { return counted().exchange(value, order); }
  bool compare_exchange_weak(T& expected, T value, Order success, Order failure) {
    return counted().compare_exchange_weak(expected, value, success, failure);
  }
  bool compare_exchange_strong(T& expected, T value, Order success, Order failure) {
    return counted().compare_exchange_strong(expected, value, success, failure);
  }
  bool compare_exchange_strong(T& expected, T value, Order order) {
    return counted().compare_exchange_strong(expected, value, order);
  }
  bool compare_exchange_weak(T& expected, T value, Order order) {
    return counted().compare_exchange_weak(expected, value, order);
  }
  template <class Difference>
  T fetch_add(Difference n, Order order) {
    return counted().fetch_add(n, order);
  }
  template <class Difference>
  T fetch_sub(Difference n, Order order) {
    return counted().fetch_sub(n, order);
  }
  T fetch_and(T bits, Order order) { return counted().fetch_and(bits, order); }
  T fetch_or(T bits, Order order) { return counted().fetch_or(bits, order); }

 private:
  std::atomic<T>& counted() {
    count(&Place::read_modify_writes);
    return value_;
  }

  std::atomic<T> value_{};
};

}  // namespace counting

// The sum over all threads so far. The counts of a running thread may be a moment old.
inline AtomicsCount count_of_atomics() {
  AtomicsCount sum;
  const std::uint32_t taken = counting::places_taken.load(std::memory_order_relaxed);
  for (std::uint32_t i = 0; i < taken && i < counting::kPlaces; ++i) {
    const counting::Place& place = counting::places[i];
    sum.read_modify_writes += place.read_modify_writes.load(std::memory_order_relaxed);
    sum.fences += place.fences.load(std::memory_order_relaxed);
    sum.heavy_fences += place.heavy_fences.load(std::memory_order_relaxed);
  }
  return sum;
}
// Starts from zero again. No other thread may exist.
inline void forget_atomics() {
  for (counting::Place& place : counting::places) {
    place.read_modify_writes.store(0, std::memory_order_relaxed);
    place.fences.store(0, std::memory_order_relaxed);
    place.heavy_fences.store(0, std::memory_order_relaxed);
  }
}

inline void fence_seq_cst() {
  counting::count(&counting::Place::fences);
  std::atomic_thread_fence(std::memory_order_seq_cst);
}
inline void fence_acquire() { std::atomic_thread_fence(std::memory_order_acquire); }
inline void fence_release() { std::atomic_thread_fence(std::memory_order_release); }
inline void fence_light() { std::atomic_signal_fence(std::memory_order_seq_cst); }
inline void note_heavy_fence() { counting::count(&counting::Place::heavy_fences); }

}  // namespace platform

template <class T>
using atomic = platform::counting::Atomic<T>;

}  // namespace xomp
