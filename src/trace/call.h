// A call from the program into the runtime, as a tool is told of it. Two words, so that it is passed in registers: an entry
// that asks for it on its cold path alone needs no room for it on the usual one.
#pragma once

namespace xomp::trace {

struct Call {
  const void* address = nullptr;  // what the entry returns to
  void* frame = nullptr;          // the entry's canonical frame address
};
static_assert(sizeof(Call) == 16);

// gcc's plain barrier follows single and static loops, too: what the thread did before tells which one it is.
inline constexpr int kAnyBarrier = 0;

}  // namespace xomp::trace
