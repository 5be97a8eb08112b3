// OpenMP's memory allocators (5.2, section 6): handles, the requirements of their traits, and the account of a pool.
// Called by the ABIs, from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/icv/icv.h"
#include "core/memory/memory_kind.h"
#include "platform/atomic.h"

namespace xomp::memory {

// omp_allocator_handle_t: one of the values below, or the address of an Allocator.
using Handle = std::uintptr_t;

inline constexpr Handle kNullAllocator = 0;
inline constexpr Handle kDefaultAllocator = 1;
inline constexpr Handle kLargeCapacityAllocator = 2;
inline constexpr Handle kHighBandwidthAllocator = 4;
inline constexpr Handle kPinnedAllocator = 200;  // ompx_gnu_pinned_mem_alloc
inline constexpr Handle kLastPredefined = 1023;  // above: addresses

// omp_memspace_handle_t.
using Memspace = std::uintptr_t;
inline constexpr Memspace kLargeCapacitySpace = 1;
inline constexpr Memspace kHighBandwidthSpace = 3;

enum class Fallback : std::uintptr_t { default_memory = 11, null = 12, abort = 13, allocator = 14 };
enum class Pinning : bool { none, pinned };

// Where a block comes from, and what is done if there is none.
struct Source {
  std::size_t alignment = 1;  // bytes; a power of two
  Fallback fallback = Fallback::default_memory;
  Handle fallback_allocator = kNullAllocator;
  Pinning pinning = Pinning::none;
  Kind kind = Kind::ordinary;
};

// The target of a handle of omp_init_allocator. It lies in the C library's heap, because the user destroys it.
class Allocator {
 public:
  Allocator(const Source& from, std::size_t pool) : source(from), pool_bytes(pool) {}

  // Takes `bytes` from the pool; false if fewer are left.
  bool try_charge(std::size_t bytes);
  void refund(std::size_t bytes);

  const Source source;
  const std::size_t pool_bytes;

 private:
  // Bytes of living blocks, their headers included. Relaxed, because it publishes nothing.
  atomic<std::size_t> used_bytes_{0};
};

// Returns the handle of a new allocator. It is kNullAllocator if a trait is wrong or cannot be satisfied.
Handle init_allocator(Memspace space, std::span<const icv::AllocatorTrait> traits);
void destroy_allocator(Handle handle);

// The allocator that OMP_ALLOCATOR describes by a space and traits; kDefaultAllocator, with a warning, if it cannot be
// made. To be called once, at start, if icv::global.allocator_request has traits.
Handle init_requested_allocator();

// Returns the user's allocator behind a handle, or nullptr for a predefined one.
inline Allocator* own_allocator(Handle handle) {
  return handle > kLastPredefined ? reinterpret_cast<Allocator*>(handle) : nullptr;
}

Source source_of(Handle handle);

}  // namespace xomp::memory
