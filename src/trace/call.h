// A call from the program into the runtime, as a tool is told of it.
#pragma once

#include "omp-tools.h"

namespace xomp::trace {

// Where the program's code called into the runtime.
struct Call {
  const void* address = nullptr;  // what the entry returns to
  void* frame = nullptr;          // the entry's canonical frame address
  bool by_program = false;        // of a region whose body the compiled code calls itself
  // Of a barrier. gcc's plain one follows single and static loops, too: `unknown` is told by what the thread did before.
  int barrier = ompt_sync_region_barrier_implementation;
  static constexpr int unknown = 0;
};

}  // namespace xomp::trace
