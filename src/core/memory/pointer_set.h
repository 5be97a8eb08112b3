// Pointers that a Fortran program got from an OpenMP allocator (`!$omp allocators`): when it deallocates one, compiled
// code asks whether it was such a pointer. Any thread.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/sync/lock_word.h"

namespace xomp::memory {

// Open addressing; grows, never shrinks: as many entries as were alive at once.
class PointerSet {
 public:
  void add(const void* pointer);
  // Whether it was in the set; it no longer is.
  bool take_out(const void* pointer);

 private:
  std::size_t slot_of(std::uintptr_t key) const;
  void put(std::uintptr_t key);
  void grow();
  void close_gap(std::size_t gap);

  sync::LockWord lock_;              // guards the rest
  std::uintptr_t* slots_ = nullptr;  // 0 = empty
  std::size_t capacity_ = 0;         // a power of two, or 0
  std::size_t count_ = 0;
};

extern PointerSet allocator_pointers;

}  // namespace xomp::memory
