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

// nullptr if bytes is 0, or if neither the allocator nor its fallbacks have memory. handle: not kNullAllocator.
void* allocate(const Request& request, Handle handle);

// count * bytes zeroed bytes; more than can be counted is more than there is.
void* allocate_array(std::size_t count, std::size_t bytes, std::size_t alignment, Handle handle);

// As realloc, by `handle`, with kNullAllocator the block's own. bytes 0 frees, start nullptr allocates (by `fallback`
// if the handle is kNullAllocator). If there is no memory the old block stays and the result is nullptr.
void* reallocate(void* start, std::size_t bytes, Handle handle, Handle default_handle);

// Whatever allocated it. nullptr: nothing happens.
void deallocate(void* start);

}  // namespace xomp::memory
