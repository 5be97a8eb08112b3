// Finds the caller of the function that asks. Both functions must be inlined into the one that they are asked about.
#pragma once

namespace xomp::platform {

[[gnu::always_inline]] inline const void* return_address() { return __builtin_return_address(0); }
// The canonical frame address: the stack pointer before the call. It needs no frame pointer.
[[gnu::always_inline]] inline void* frame_address() { return __builtin_dwarf_cfa(); }

// The frame pointer that the caller had, if it keeps one. What it holds is not looked at.
[[gnu::always_inline]] inline void* caller_frame() {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wframe-address"
  return __builtin_frame_address(1);
#pragma GCC diagnostic pop
}

}  // namespace xomp::platform
