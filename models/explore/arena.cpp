#include "models/explore/arena.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

namespace xomp::models {

Arena::Arena() {
  // The address is fixed, so that what an execution finds there, and its choices, are the same from one process to the
  // next.
  void* const wanted = reinterpret_cast<void*>(std::uintptr_t{0x200000000000});
  void* const mapped = mmap(wanted, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) std::abort();
  start_ = static_cast<char*>(mapped);
}

void* Arena::allocate(std::size_t bytes, std::size_t alignment) {
  used_ = (used_ + alignment - 1) / alignment * alignment;
  void* const piece = start_ + used_;
  used_ += bytes;
  if (used_ > kBytes) {
    std::fprintf(stderr, "explore: a model wants more than %zu bytes\n", kBytes);
    std::abort();
  }
  return piece;
}

void Arena::begin() {
  constexpr std::size_t kLarge = std::size_t{4} << 20;
  if (used_ > kLarge) {
    madvise(start_, used_, MADV_DONTNEED);
  } else {
    std::memset(start_, 0, used_);
  }
  used_ = 0;
}

}  // namespace xomp::models
