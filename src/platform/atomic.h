// The one place that says which atomics everything is built on. The default is std::atomic. A build may name another
// header in XOMP_ATOMICS (CMake: XOMP_COUNT_ATOMICS takes counting_atomics.h), and all of its parts must agree on it.
// Every access names its order. Plain data shared between threads without an atomic is a bug.
//
// An implementation is a header with:
//   template <class T> xomp::atomic       std::atomic's members as far as they are used here, and its layout, because
//                                         programs and library share words (include/xomp/native_worker.h)
//   fence_seq_cst(), fence_light(),
//   fence_acquire(), fence_release()      in xomp::platform, as platform/fence.h says
//   note_heavy_fence()                    called by fence_heavy()
//   kCountsAtomics, count_of_atomics(),
//   forget_atomics()                      if it counts; otherwise false, zeroes and nothing
#pragma once

#include <atomic>
#include <cstdint>

namespace xomp {

inline constexpr auto relaxed = std::memory_order_relaxed;
inline constexpr auto acquire = std::memory_order_acquire;
inline constexpr auto release = std::memory_order_release;
inline constexpr auto acq_rel = std::memory_order_acq_rel;
inline constexpr auto seq_cst = std::memory_order_seq_cst;

namespace platform {

// The counts of a build that counts its atomics (counting_atomics.h).
struct AtomicsCount {
  std::uint64_t read_modify_writes = 0, fences = 0, heavy_fences = 0;
};

}  // namespace platform

}  // namespace xomp

#ifndef XOMP_ATOMICS
#define XOMP_ATOMICS "platform/plain_atomics.h"
#endif
#include XOMP_ATOMICS
