// What the processor offers to a waiting thread, and the size of a cache line.
#pragma once

#include <cstddef>
#include <cstdint>

namespace xomp::platform {

inline constexpr std::size_t cache_line = 64;

// Tells the core that this thread is polling; a few to a hundred cycles.
inline void cpu_relax() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("isb" ::: "memory");
#elif defined(__riscv)
  asm volatile(
      ".4byte 0x0100000f" ::
          : "memory");  // pause, which assemblers know by name with Zihintpause only; elsewhere a fence of nothing
#elif defined(__powerpc64__)
  asm volatile("or 27, 27, 27" ::: "memory");  // yield
#endif
}

// Returns an address in the caller's frame or below it.
inline std::uintptr_t stack_address() {
#if defined(__x86_64__)
  std::uintptr_t address;
  asm volatile("mov %%rsp, %0" : "=r"(address));
  return address;
#elif defined(__aarch64__)
  std::uintptr_t address;
  asm volatile("mov %0, sp" : "=r"(address));
  return address;
#else
  return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
#endif
}

// Returns the pointer by which the system tells the calling thread's variables from those of others.
inline const void* thread_pointer() {
#if defined(__powerpc64__)
  const void* pointer;  // gcc 12 has the builtin for all but this
  asm("mr %0, 13" : "=r"(pointer));
  return pointer;
#else
  return __builtin_thread_pointer();
#endif
}
// A number of the calling thread, from 1 to 2^31-1 and odd: its thread pointer without the upper half. Two threads of a process
// may have the same one, though hardly ever. It takes two instructions and needs nothing to be set up.
inline std::uint32_t thread_mark() {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(thread_pointer())) >> 1 | 1;
}

// Prefetches the line. Any address will do.
inline void prefetch(const void* address) { __builtin_prefetch(address); }
// Prefetches the line for a write: other caches give up their copies. The address must be valid, because processors may
// take as long over another one as for a page that is missing.
inline void prefetch_to_write(const void* address) {
#if defined(__x86_64__)
  // Every 64-bit processor takes it, if only as a nop.
  asm volatile("prefetchw %0" : : "m"(*static_cast<const char*>(address)));
#else
  __builtin_prefetch(address, 1);
#endif
}

}  // namespace xomp::platform
