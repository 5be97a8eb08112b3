// In place of the usual operator new: more than 64 MiB at a time are refused, as a full machine would, whatever size an input
// claims. AddressSanitizer's own ends the program then. Included by one file of a target.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <new>

namespace xomp::fuzz {

inline void* allocate(std::size_t bytes, std::size_t alignment = alignof(std::max_align_t)) {
  constexpr std::size_t kMost = std::size_t{64} << 20;
  void* memory = nullptr;
  if (bytes > kMost || posix_memalign(&memory, alignment, bytes) != 0) throw std::bad_alloc();
  return memory;
}

}  // namespace xomp::fuzz

void* operator new(std::size_t bytes) { return xomp::fuzz::allocate(bytes); }
void* operator new[](std::size_t bytes) { return xomp::fuzz::allocate(bytes); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return xomp::fuzz::allocate(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
  return xomp::fuzz::allocate(bytes, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept { return std::malloc(bytes); }
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept { return std::malloc(bytes); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
