// OpenMP 6.0's routines for memory of several devices, and LLVM's for memory that a group of a device's threads shares. There is only the host,
// so no memory space or allocator is for a device: the answer is the null handle, as libomp gives it without its offload library.
#include "core/api/memory.h"
#include "platform/memory.h"

using namespace xomp::api;

namespace {

constexpr Memspace kNoSpace = 0;
constexpr Handle kNoAllocator = xomp::memory::kNullAllocator;

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

Memspace omp_get_devices_memspace(int, const int*, Memspace) { return kNoSpace; }
Memspace omp_get_device_memspace(int, Memspace) { return kNoSpace; }
Memspace omp_get_devices_and_host_memspace(int, const int*, Memspace) { return kNoSpace; }
Memspace omp_get_device_and_host_memspace(int, Memspace) { return kNoSpace; }
Memspace omp_get_devices_all_memspace(Memspace) { return kNoSpace; }
Memspace omp_get_devices_memspace_(const int*, const int*, const Memspace*) { return kNoSpace; }
Memspace omp_get_device_memspace_(const int*, const Memspace*) { return kNoSpace; }
Memspace omp_get_devices_and_host_memspace_(const int*, const int*, const Memspace*) { return kNoSpace; }
Memspace omp_get_device_and_host_memspace_(const int*, const Memspace*) { return kNoSpace; }
Memspace omp_get_devices_all_memspace_(const Memspace*) { return kNoSpace; }

Handle omp_get_devices_allocator(int, const int*, Memspace) { return kNoAllocator; }
Handle omp_get_device_allocator(int, Memspace) { return kNoAllocator; }
Handle omp_get_devices_and_host_allocator(int, const int*, Memspace) { return kNoAllocator; }
Handle omp_get_device_and_host_allocator(int, Memspace) { return kNoAllocator; }
Handle omp_get_devices_all_allocator(Memspace) { return kNoAllocator; }
Handle omp_get_devices_allocator_(const int*, const int*, const Memspace*) { return kNoAllocator; }
Handle omp_get_device_allocator_(const int*, const Memspace*) { return kNoAllocator; }
Handle omp_get_devices_and_host_allocator_(const int*, const int*, const Memspace*) { return kNoAllocator; }
Handle omp_get_device_and_host_allocator_(const int*, const Memspace*) { return kNoAllocator; }
Handle omp_get_devices_all_allocator_(const Memspace*) { return kNoAllocator; }

// The host's memory is one resource of each space, so a part of a space is the whole space.
int omp_get_memspace_num_resources(Memspace) { return 1; }
int omp_get_memspace_num_resources_(const Memspace*) { return 1; }
Memspace omp_get_submemspace(Memspace space, int, const int*) { return space; }
Memspace omp_get_submemspace_(const Memspace* space, const int*, const int*) { return *space; }

// OpenMP 6.0: the host's memory has the system's pages, in every space.
std::size_t omp_get_memspace_pagesize(Memspace) { return xomp::platform::page_bytes(); }

void* omp_get_dyn_gprivate_ptr(std::size_t, int) { return nullptr; }
void* omp_get_dyn_gprivate_nofb_ptr(std::size_t, int) { return nullptr; }
std::size_t omp_get_dyn_gprivate_size(int) { return 0; }
Memspace omp_get_dyn_gprivate_memspace(int) { return kNoSpace; }

}  // extern "C"
#pragma GCC visibility pop
