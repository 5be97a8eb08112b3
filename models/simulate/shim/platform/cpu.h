// Stands in for src/platform/cpu.h: pauses and prefetches take virtual time.
#pragma once

#include <cstddef>
#include <cstdint>

namespace xomp::simulate {
void pause();
void prefetch(const void* address);
void prefetch_to_write(const void* address);
}  // namespace xomp::simulate

namespace xomp::platform {

inline constexpr std::size_t cache_line = 64;

inline void cpu_relax() { simulate::pause(); }
inline const void* thread_pointer() { return nullptr; }  // for debuggers only; so is the next one
inline std::uint32_t thread_mark() { return 1; }
inline std::uintptr_t stack_address() { return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)); }
inline void prefetch(const void* address) { simulate::prefetch(address); }
inline void prefetch_to_write(const void* address) { simulate::prefetch_to_write(address); }

}  // namespace xomp::platform
