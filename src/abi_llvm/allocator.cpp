// __kmpc_* memory entries: allocate directives, depobj, uses_allocators; and kmp_malloc's family, which is the C
// library's. A null allocator means the calling task's default one.
#include <cstdlib>

#include "core/memory/block.h"
#include "core/team/current_task.h"

using namespace xomp::memory;
using xomp::team::default_allocator;
using xomp::team::or_default;
using xomp::team::set_default_allocator;
using Trait = xomp::icv::AllocatorTrait;

namespace {

void* aligned_malloc(std::size_t bytes, std::size_t alignment) {
  void* start = nullptr;
  const std::size_t least = alignment < sizeof(void*) ? sizeof(void*) : alignment;
  return posix_memalign(&start, least, bytes) == 0 ? start : nullptr;
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

void* __kmpc_alloc(int, std::size_t bytes, Handle handle) { return allocate({bytes}, or_default(handle)); }
void* __kmpc_aligned_alloc(int, std::size_t alignment, std::size_t bytes, Handle handle) {
  return allocate({bytes, alignment}, or_default(handle));
}
void* __kmpc_calloc(int, std::size_t count, std::size_t bytes, Handle handle) {
  return allocate_array(count, bytes, 1, or_default(handle));
}
void* __kmpc_realloc(int, void* start, std::size_t bytes, Handle handle, Handle) {
  return reallocate(start, bytes, handle, default_allocator());
}
void __kmpc_free(int, void* start, Handle) { deallocate(start); }

Handle __kmpc_init_allocator(int, Memspace space, int count, const Trait* traits) {
  return init_allocator(space, {traits, count > 0 && traits != nullptr ? static_cast<std::size_t>(count) : 0});
}
void __kmpc_destroy_allocator(int, Handle handle) { destroy_allocator(handle); }
void __kmpc_set_default_allocator(int, Handle handle) { set_default_allocator(handle); }
Handle __kmpc_get_default_allocator(int) { return default_allocator(); }

void* kmp_malloc(std::size_t bytes) { return std::malloc(bytes); }
void* kmp_aligned_malloc(std::size_t bytes, std::size_t alignment) { return aligned_malloc(bytes, alignment); }
void* kmp_calloc(std::size_t count, std::size_t bytes) { return std::calloc(count, bytes); }
void* kmp_realloc(void* start, std::size_t bytes) { return std::realloc(start, bytes); }
void kmp_free(void* start) { std::free(start); }

void* kmpc_malloc(std::size_t bytes) { return std::malloc(bytes); }
void* kmpc_aligned_malloc(std::size_t bytes, std::size_t alignment) { return aligned_malloc(bytes, alignment); }
void* kmpc_calloc(std::size_t count, std::size_t bytes) { return std::calloc(count, bytes); }
void* kmpc_realloc(void* start, std::size_t bytes) { return std::realloc(start, bytes); }
void kmpc_free(void* start) { std::free(start); }

void* kmp_malloc_(const std::size_t* bytes) { return std::malloc(*bytes); }
void* kmp_aligned_malloc_(const std::size_t* bytes, const std::size_t* alignment) {
  return aligned_malloc(*bytes, *alignment);
}
void* kmp_calloc_(const std::size_t* count, const std::size_t* bytes) { return std::calloc(*count, *bytes); }
void* kmp_realloc_(void* const* start, const std::size_t* bytes) { return std::realloc(*start, *bytes); }
void kmp_free_(void* const* start) { std::free(*start); }

}  // extern "C"
#pragma GCC visibility pop
