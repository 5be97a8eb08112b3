// A block is  [slack for the alignment] [BlockHeader] [the user's bytes].
#include "core/memory/block.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "platform/memory.h"
#include "platform/message.h"

namespace xomp::memory {

namespace {

constexpr std::size_t kHeapAlignment = 16;  // alignment that malloc guarantees
constexpr int kMaxFallbacks = 64;           // allocators may name one another in a ring

// Stands in front of the user's bytes. Written by the thread that allocates or resizes, read by the one that frees.
struct BlockHeader {
  void* heap_start;     // the address that the heap returned
  std::size_t bytes;    // the user's
  std::size_t charged;  // all bytes taken from the heap, and so from the pool
  Handle allocator;     // the allocator that had the memory, perhaps a fallback
};
static_assert(sizeof(BlockHeader) % kHeapAlignment == 0);

BlockHeader* header_of(void* start) { return static_cast<BlockHeader*>(start) - 1; }

// Bytes to take from the heap; 0 if the sum is too large for an object.
std::size_t heap_bytes(std::size_t bytes, std::size_t alignment, Pinning pinning) {
  const std::size_t slack = alignment > kHeapAlignment ? alignment - kHeapAlignment : 0;
  std::size_t all;
  if (__builtin_add_overflow(bytes, sizeof(BlockHeader) + slack, &all)) return 0;
  if (all > PTRDIFF_MAX) return 0;
  if (pinning == Pinning::none) return all;
  const std::size_t page = platform::page_bytes();  // pages are pinned whole, so no other block may be on them
  return (all + page - 1) & ~(page - 1);
}

void* take_pinned(std::size_t bytes, Content content) {
  void* start = std::aligned_alloc(platform::page_bytes(), bytes);
  if (start == nullptr) return nullptr;
  if (!platform::pin_pages(start, bytes)) {
    std::free(start);
    return nullptr;
  }
  if (content == Content::zeroed) std::memset(start, 0, bytes);
  return start;
}

void* place_block(void* heap_start, std::size_t alignment, const BlockHeader& header) {
  const auto lowest = reinterpret_cast<std::uintptr_t>(heap_start) + sizeof(BlockHeader);
  void* start = reinterpret_cast<void*>((lowest + alignment - 1) & ~(alignment - 1));
  *header_of(start) = header;
  return start;
}

// Tries one allocator only.
void* try_allocate(const Request& request, Handle handle, const Source& source) {
  const std::size_t alignment = std::max({request.alignment, source.alignment, kHeapAlignment});
  const std::size_t bytes = heap_bytes(request.bytes, alignment, source.pinning);
  if (bytes == 0) return nullptr;
  Allocator* own = own_allocator(handle);
  if (own != nullptr && !own->try_charge(bytes)) return nullptr;
  void* heap_start = source.pinning == Pinning::pinned ? take_pinned(bytes, request.content)
                                                       : take_memory(bytes, request.content, source.kind);
  if (heap_start == nullptr) {
    if (own != nullptr) own->refund(bytes);
    return nullptr;
  }
  return place_block(heap_start, alignment, {heap_start, request.bytes, bytes, handle});
}

// Resizes with the heap's own realloc, because it may extend the block in place. The block may move. Returns nullptr if
// it cannot be done that way.
void* try_resize(void* start, std::size_t bytes) {
  BlockHeader* header = header_of(start);
  const Source source = source_of(header->allocator);
  const bool is_plain = source.kind == Kind::ordinary && source.pinning == Pinning::none &&
                        source.alignment <= kHeapAlignment && header->heap_start == header;
  const std::size_t wanted = heap_bytes(bytes, kHeapAlignment, Pinning::none);
  if (!is_plain || wanted == 0) return nullptr;
  const Handle handle = header->allocator;
  const std::size_t charged = header->charged;
  Allocator* own = own_allocator(handle);
  if (own != nullptr && wanted > charged && !own->try_charge(wanted - charged)) return nullptr;
  void* heap_start = std::realloc(header->heap_start, wanted);
  const std::size_t refund =
      heap_start == nullptr ? (wanted > charged ? wanted - charged : 0) : (charged > wanted ? charged - wanted : 0);
  if (own != nullptr) own->refund(refund);
  return heap_start == nullptr ? nullptr : place_block(heap_start, kHeapAlignment, {heap_start, bytes, wanted, handle});
}

}  // namespace

void* allocate(const Request& request, Handle handle) {
  if (request.bytes == 0) return nullptr;
  Request rounded = request;
  if (!std::has_single_bit(request.alignment)) {
    if (request.alignment > SIZE_MAX / 2 + 1) return nullptr;
    rounded.alignment = std::bit_ceil(request.alignment);
  }
  for (int tries = 0; tries < kMaxFallbacks; ++tries) {
    const Source source = source_of(handle);
    if (void* start = try_allocate(rounded, handle, source)) return start;
    switch (source.fallback) {
      case Fallback::null: return nullptr;
      case Fallback::abort: platform::fatal("out of memory allocating %zu bytes", request.bytes);
      case Fallback::allocator: handle = source.fallback_allocator; break;
      case Fallback::default_memory:
        if (handle == kDefaultAllocator) return nullptr;
        handle = kDefaultAllocator;
        break;
    }
  }
  return nullptr;
}

void* allocate_array(std::size_t count, std::size_t bytes, std::size_t alignment, Handle handle) {
  std::size_t all;
  if (__builtin_mul_overflow(count, bytes, &all)) all = SIZE_MAX;
  return allocate({all, alignment, Content::zeroed}, handle);
}

void* reallocate(void* start, std::size_t bytes, Handle handle, Handle default_handle) {
  if (start == nullptr) return allocate({bytes}, handle == kNullAllocator ? default_handle : handle);
  if (bytes == 0) {
    deallocate(start);
    return nullptr;
  }
  const BlockHeader* header = header_of(start);
  if (handle == kNullAllocator) handle = header->allocator;
  if (handle == header->allocator)
    if (void* resized = try_resize(start, bytes)) return resized;
  void* moved = allocate({bytes}, handle);
  if (moved == nullptr) return nullptr;
  std::memcpy(moved, start, std::min(bytes, header->bytes));
  deallocate(start);
  return moved;
}

void deallocate(void* start) {
  if (start == nullptr) return;
  const BlockHeader header = *header_of(start);
  const Source source = source_of(header.allocator);
  if (Allocator* own = own_allocator(header.allocator)) own->refund(header.charged);
  if (source.pinning == Pinning::pinned) platform::unpin_pages(header.heap_start, header.charged);
  return_memory(header.heap_start, source.pinning == Pinning::pinned ? Kind::ordinary : source.kind);
}

}  // namespace xomp::memory
