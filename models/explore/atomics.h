// The atomics of explored code: each operation is told to the checker, which decides who goes on before it and, where
// memory is weak, what it reads. Included by platform/atomic.h alone (XOMP_ATOMICS).
#pragma once

#include "models/atomic.h"

namespace xomp::models {

// In memory.cpp. `where` has `size` bytes, at most 8. They are not inlined, because their return addresses say where in
// the source the access was.
std::uint64_t explored_load(const void* where, unsigned size, Order order);
void explored_store(void* where, unsigned size, std::uint64_t value, Order order);
std::uint64_t explored_change(void* where, unsigned size, Change change, std::uint64_t operand, Order order);
bool explored_compare_exchange(void* where, unsigned size, std::uint64_t* expected, std::uint64_t value, Order success,
                               Order failure, Failing failing);
void explored_fence(Order order);

struct ExploredMemory {
  static constexpr auto load = explored_load;
  static constexpr auto store = explored_store;
  static constexpr auto change = explored_change;
  static constexpr auto compare_exchange = explored_compare_exchange;
};

}  // namespace xomp::models

namespace xomp {

template <class T>
using atomic = models::Atomic<T, models::ExploredMemory>;

namespace platform {

[[gnu::always_inline]] inline void fence_seq_cst() { models::explored_fence(std::memory_order_seq_cst); }
[[gnu::always_inline]] inline void fence_acquire() { models::explored_fence(std::memory_order_acquire); }
[[gnu::always_inline]] inline void fence_release() { models::explored_fence(std::memory_order_release); }
inline void fence_light() { asm volatile("" ::: "memory"); }

}  // namespace platform
}  // namespace xomp
