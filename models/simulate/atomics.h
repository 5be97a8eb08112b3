// The engine's atomics on the virtual machine: every access goes through the model of coherence and takes time. There
// is one thread of the system, so what the model lets through is a plain access. Included by platform/atomic.h alone.
#pragma once

#include "models/atomic.h"
#include "models/simulate/operations.h"

namespace xomp::simulate {

// Orders cost nothing, but for the full fence behind a sequentially consistent store.
struct CoherentMemory {
  using Order = models::Order;
  using Change = models::Change;

  [[gnu::always_inline]] static std::uint64_t load(const void* where, int size, Order) {
    return simulate::load(where, size);
  }
  [[gnu::always_inline]] static void store(void* where, int size, std::uint64_t value, Order order) {
    simulate::store(where, value, size);
    if (order == std::memory_order_seq_cst) full_fence();
  }
  [[gnu::always_inline]] static std::uint64_t change(void* where, int size, Change change, std::uint64_t operand,
                                                     Order) {
    switch (change) {
      case Change::exchange: return simulate::exchange(where, operand, size);
      case Change::add: return fetch_add(where, operand, size);
      case Change::subtract: return fetch_add(where, -operand, size);
      case Change::conjoin: return fetch_and(where, operand, size);
      case Change::disjoin: return fetch_or(where, operand, size);
    }
    return 0;
  }
  [[gnu::always_inline]] static bool compare_exchange(void* where, int size, std::uint64_t* expected,
                                                      std::uint64_t value, Order, Order, models::Failing) {
    return simulate::compare_exchange(where, *expected, value, size);
  }
};

}  // namespace xomp::simulate

namespace xomp {

template <class T>
using atomic = models::Atomic<T, simulate::CoherentMemory>;

namespace platform {

inline void fence_seq_cst() { simulate::full_fence(); }
inline void fence_acquire() {}
inline void fence_release() {}
inline void fence_light() {}

}  // namespace platform
}  // namespace xomp
