// Pointers that a Fortran program got from an OpenMP allocator (`!$omp allocators`). When the program deallocates one,
// compiled code looks here whether it was such a pointer. Any thread.
#pragma once

#include <cstddef>
#include <cstdint>

#include "platform/short_lock.h"

namespace xomp::memory {

// Open addressing. Grows and never shrinks, so it has room for as many entries as were ever alive at once.
class PointerSet {
 public:
  void add(const void* pointer);
  // Removes the pointer; returns whether it was in the set.
  bool take_out(const void* pointer);
  void hold_for_fork() { lock_.lock(); }
  void release_after_fork() { lock_.unlock(); }

 private:
  std::size_t slot_of(std::uintptr_t key) const;
  void put(std::uintptr_t key);
  void grow();
  void close_gap(std::size_t gap);

  platform::ShortLock lock_;         // guards the rest
  std::uintptr_t* slots_ = nullptr;  // 0 = empty
  std::size_t capacity_ = 0;         // a power of two, or 0
  std::size_t count_ = 0;
};

extern PointerSet allocator_pointers;

}  // namespace xomp::memory
