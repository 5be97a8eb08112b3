// The one alias for atomics, so that the same code can be built on an instrumented platform that explores
// interleavings. Every access names its order; plain data shared between threads without it is a bug.
#pragma once

#include <atomic>

namespace xomp {

template <class T>
using atomic = std::atomic<T>;

inline constexpr auto relaxed = std::memory_order_relaxed;
inline constexpr auto acquire = std::memory_order_acquire;
inline constexpr auto release = std::memory_order_release;
inline constexpr auto acq_rel = std::memory_order_acq_rel;
inline constexpr auto seq_cst = std::memory_order_seq_cst;

}  // namespace xomp
