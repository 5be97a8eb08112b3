// The compiler's atomics, as they are. Included by platform/atomic.h alone, which says what must be here.
#pragma once

#include <atomic>

namespace xomp {

template <class T>
using atomic = std::atomic<T>;

namespace platform {

inline constexpr bool kCountsAtomics = false;
inline AtomicsCount count_of_atomics() { return {}; }
inline void forget_atomics() {}

inline void fence_seq_cst() { std::atomic_thread_fence(std::memory_order_seq_cst); }
inline void fence_acquire() { std::atomic_thread_fence(std::memory_order_acquire); }
inline void fence_release() { std::atomic_thread_fence(std::memory_order_release); }
inline void fence_light() { std::atomic_signal_fence(std::memory_order_seq_cst); }
inline void note_heavy_fence() {}

}  // namespace platform
}  // namespace xomp
