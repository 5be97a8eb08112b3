// def-allocator-var of the calling task.
#pragma once

#include "core/memory/allocator.h"
#include "core/team/team.h"

namespace xomp::team {

inline memory::Handle default_allocator() { return icv_of(self()).default_allocator; }

// kNullAllocator: back to omp_default_mem_alloc.
inline void set_default_allocator(memory::Handle handle) {
  if (handle == memory::kNullAllocator) handle = memory::kDefaultAllocator;
  Worker& me = self();
  if (icv_of(me).default_allocator != handle) writable_icv(me).default_allocator = handle;
}

inline memory::Handle or_default(memory::Handle handle) {
  return handle == memory::kNullAllocator ? default_allocator() : handle;
}

}  // namespace xomp::team
