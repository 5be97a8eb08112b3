// GOMP_alloc and GOMP_free (allocate clauses) and the pointers of Fortran's allocators directive. Compiled code does
// not check for null. So the program ends if there is no memory, unless nothing was asked for.
#include "core/api/memory.h"
#include "platform/message.h"

using namespace xomp::api;

#pragma GCC visibility push(default)
extern "C" {

void* GOMP_alloc(std::size_t alignment, std::size_t bytes, Handle handle) {
  void* start = allocate({bytes, alignment}, or_default(handle));
  if (start == nullptr && bytes != 0) xomp::platform::fatal("out of memory allocating %zu bytes", bytes);
  return start;
}
void GOMP_free(void* start, Handle) { deallocate(start); }

void GOMP_add_alloc(void* start) { allocator_pointers.add(start); }
bool GOMP_is_alloc(void* start) { return allocator_pointers.take_out(start); }

}  // extern "C"
#pragma GCC visibility pop
