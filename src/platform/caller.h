// Where the function that asks was called from. Both are about the function into which they are inlined.
#pragma once

namespace xomp::platform {

[[gnu::always_inline]] inline const void* return_address() { return __builtin_return_address(0); }
// The canonical frame address: the stack pointer before the call. It needs no frame pointer.
[[gnu::always_inline]] inline void* frame_address() { return __builtin_dwarf_cfa(); }

}  // namespace xomp::platform
