// omp_* memory routines for C and Fortran, and the constants that libomp exports as data. A null allocator means the
// calling task's default one. Frees ignore the allocator: a block knows its own.
#include "core/api/memory.h"

using namespace xomp::api;
using Trait = AllocatorTrait;
static_assert(sizeof(Trait) == 16, "omp_alloctrait_t");

namespace {

Handle init(Memspace space, std::int64_t count, const Trait* traits) {
  return init_allocator(space, {traits, count > 0 && traits != nullptr ? static_cast<std::size_t>(count) : 0});
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

Handle omp_init_allocator(Memspace space, int count, const Trait* traits) { return init(space, count, traits); }
void omp_destroy_allocator(Handle handle) { destroy_allocator(handle); }
void omp_set_default_allocator(Handle handle) { set_default_allocator(handle); }
Handle omp_get_default_allocator() { return default_allocator(); }

Handle omp_init_allocator_(const Memspace* space, const std::int32_t* count, const Trait* traits) {
  return init(*space, *count, traits);
}
Handle omp_init_allocator_8_(const Memspace* space, const std::int64_t* count, const Trait* traits) {
  return init(*space, *count, traits);
}
void omp_destroy_allocator_(const Handle* handle) { destroy_allocator(*handle); }
void omp_set_default_allocator_(const Handle* handle) { set_default_allocator(*handle); }
Handle omp_get_default_allocator_() { return default_allocator(); }

void* omp_alloc(std::size_t bytes, Handle handle) { return allocate({bytes}, or_default(handle)); }
void* omp_aligned_alloc(std::size_t alignment, std::size_t bytes, Handle handle) {
  return allocate({bytes, alignment}, or_default(handle));
}
void* omp_calloc(std::size_t count, std::size_t bytes, Handle handle) {
  return allocate_array(count, bytes, 1, or_default(handle));
}
void* omp_aligned_calloc(std::size_t alignment, std::size_t count, std::size_t bytes, Handle handle) {
  return allocate_array(count, bytes, alignment, or_default(handle));
}
void* omp_realloc(void* start, std::size_t bytes, Handle handle, Handle) {
  return reallocate(start, bytes, handle, default_allocator());
}
void omp_free(void* start, Handle) { deallocate(start); }

extern const Handle omp_null_allocator, omp_default_mem_alloc, omp_large_cap_mem_alloc, omp_const_mem_alloc,
    omp_high_bw_mem_alloc, omp_low_lat_mem_alloc, omp_cgroup_mem_alloc, omp_pteam_mem_alloc, omp_thread_mem_alloc,
    kmp_max_mem_alloc, llvm_omp_target_host_mem_alloc, llvm_omp_target_shared_mem_alloc,
    llvm_omp_target_device_mem_alloc;
const Handle omp_null_allocator = 0;
const Handle omp_default_mem_alloc = 1;
const Handle omp_large_cap_mem_alloc = 2;
const Handle omp_const_mem_alloc = 3;
const Handle omp_high_bw_mem_alloc = 4;
const Handle omp_low_lat_mem_alloc = 5;
const Handle omp_cgroup_mem_alloc = 6;
const Handle omp_pteam_mem_alloc = 7;
const Handle omp_thread_mem_alloc = 8;
const Handle llvm_omp_target_host_mem_alloc = 100;
const Handle llvm_omp_target_shared_mem_alloc = 101;
const Handle llvm_omp_target_device_mem_alloc = 102;
const Handle kmp_max_mem_alloc = kLastPredefined + 1;

extern const Memspace omp_default_mem_space, omp_large_cap_mem_space, omp_const_mem_space, omp_high_bw_mem_space,
    omp_low_lat_mem_space, llvm_omp_target_host_mem_space, llvm_omp_target_shared_mem_space, omp_cgroup_mem_space,
    llvm_omp_target_device_mem_space, omp_null_mem_space;
const Memspace omp_null_mem_space = 0;
const Memspace omp_default_mem_space = 0;
const Memspace omp_large_cap_mem_space = 1;
const Memspace omp_const_mem_space = 2;
const Memspace omp_high_bw_mem_space = 3;
const Memspace omp_low_lat_mem_space = 4;
const Memspace omp_cgroup_mem_space = 5;
const Memspace llvm_omp_target_host_mem_space = 100;
const Memspace llvm_omp_target_shared_mem_space = 101;
const Memspace llvm_omp_target_device_mem_space = 102;

}  // extern "C"
#pragma GCC visibility pop
