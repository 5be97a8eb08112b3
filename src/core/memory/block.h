// Blocks of memory for the user: allocate, resize, free. The memory comes from the C library's heap (or memkind), so
// that the user's tools see it. Any thread.
#pragma once

#include <cstddef>

#include "core/memory/allocator.h"

namespace xomp::memory {

struct Request {
  std::size_t bytes;
  std::size_t alignment = 1;  // a power of two; others are rounded up
  Content content = Content::undefined;
};

// Returns nullptr if bytes is 0, or if neither the allocator nor its fallbacks have memory. handle must not be
// kNullAllocator.
void* allocate(const Request& request, Handle handle);

// count * bytes zeroed bytes, or nullptr if the product overflows.
void* allocate_array(std::size_t count, std::size_t bytes, std::size_t alignment, Handle handle);

// As realloc, by `handle`; kNullAllocator stands for the block's own allocator. bytes 0 frees, start
// nullptr allocates (by `default_handle` if the handle is kNullAllocator). If there is no memory the old
// block stays and the result is nullptr.
void* reallocate(void* start, std::size_t bytes, Handle handle, Handle default_handle);

// Frees a block, whatever allocator it came from. nullptr: does nothing.
void deallocate(void* start);

}  // namespace xomp::memory
