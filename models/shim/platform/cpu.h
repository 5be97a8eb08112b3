// Stands in for src/platform/cpu.h where the engine is compiled to be explored or
// simulated: a thread that polls says so.
#pragma once

#include <cstddef>
#include <cstdint>

namespace xomp::platform {

inline constexpr std::size_t cache_line = 64;

void cpu_relax();
inline const void* thread_pointer() { return nullptr; }  // for debuggers only; so is the next one
inline std::uint32_t thread_mark() { return 1; }
inline std::uintptr_t stack_address() { return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)); }
inline void prefetch(const void*) {}
inline void prefetch_to_write(const void*) {}

}  // namespace xomp::platform
