// Memory, for the ABIs: OpenMP's allocators and their blocks, and copies of variables and boxes. Any thread. It knows
// nothing of teams, so the calling task's default allocator is asked out of line.
#pragma once

#include "core/icv/icv.h"
#include "core/memory/allocator.h"
#include "core/memory/block.h"
#include "core/memory/copy_block.h"
#include "core/memory/copy_rectangle.h"
#include "core/memory/pointer_set.h"

namespace xomp::api {

// ---- allocators ----

using icv::AllocatorTrait;
using memory::destroy_allocator;
using memory::Handle;
using memory::init_allocator;
using memory::kDefaultAllocator;
using memory::kLastPredefined;
using memory::Memspace;

// ---- the calling task's default allocator, which a null handle means ----

Handle default_allocator();
void set_default_allocator(Handle handle);
inline Handle or_default(Handle handle) { return handle == memory::kNullAllocator ? default_allocator() : handle; }

// ---- blocks ----

using memory::allocate;
using memory::allocate_array;
using memory::allocator_pointers;  // those that Fortran's programs will ask for
using memory::deallocate;
using memory::reallocate;

// ---- copies ----

using memory::BoxPlace;
using memory::copy_rectangle;
using memory::CopyBlock;

}  // namespace xomp::api
