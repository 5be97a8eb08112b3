// def-allocator-var of the calling task.
#pragma once

#include "core/memory/allocator.h"

namespace xomp::memory {

// TODO(#2): the task's own (TaskIcv::default_allocator), once the team room is there. Until then the initial task's.
inline Handle default_allocator() { return icv::initial.default_allocator; }
inline void set_default_allocator(Handle handle) { icv::initial.default_allocator = handle; }
inline Handle or_default(Handle handle) { return handle == kNullAllocator ? default_allocator() : handle; }

}  // namespace xomp::memory
