// What the processor offers to a waiting thread, and the size of a cache line.
#pragma once

#include <cstddef>

namespace xomp::platform {

inline constexpr std::size_t cache_line = 64;

// Tells the core that this thread is polling; a few to a hundred cycles.
inline void cpu_relax() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("isb" ::: "memory");
#endif
}

// Asks for the line to be brought near; any address will do.
inline void prefetch(const void* address) { __builtin_prefetch(address); }

}  // namespace xomp::platform
