// omp_target_*: memory of devices. The host's memory is the only one: what is copied is copied on the spot, and nothing
// can be mapped. Results are those that OpenMP 5.2, section 18.8 wants for the host: 0 or EINVAL where it says nonzero.
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>

#include "abi_omp/device_number.h"
#include "core/memory/copy_rectangle.h"
#include "core/sched/scheduler.h"
#include "core/team/roots.h"
#include "core/team/team.h"
#include "platform/export.h"

using namespace xomp;
using namespace xomp::abi_omp;

namespace {

bool are_host(int one, int other) { return is_host(one) && is_host(other); }

// gcc's and clang's depend objects differ in size, so a list of them cannot be read here. Waiting for every child waits
// for those that they name.
void wait_for_depend_objects(int count) {
  if (count > 0) sched::taskwait(team::self());
}

}  // namespace

XOMP_EXPORT void* omp_target_alloc(std::size_t bytes, int device) {
  return is_host(device) ? std::malloc(bytes) : nullptr;
}

XOMP_EXPORT void omp_target_free(void* memory, int device) {
  if (is_host(device)) std::free(memory);
}

XOMP_EXPORT int omp_target_is_present(const void* memory, int device) {
  return memory == nullptr || is_host(device) ? 1 : 0;
}

XOMP_EXPORT int omp_target_is_accessible(const void*, std::size_t, int device) { return is_host(device) ? 1 : 0; }

XOMP_EXPORT void* omp_get_mapped_ptr(const void* memory, int device) {
  return is_host(device) ? const_cast<void*>(memory) : nullptr;
}

// The host's memory is not mapped to itself.
XOMP_EXPORT int omp_target_associate_ptr(const void*, const void*, std::size_t, std::size_t, int) { return EINVAL; }
XOMP_EXPORT int omp_target_disassociate_ptr(const void*, int) { return EINVAL; }

XOMP_EXPORT int omp_target_memcpy(void* to, const void* from, std::size_t bytes, std::size_t to_offset,
                                  std::size_t from_offset, int to_device, int from_device) {
  if (!are_host(to_device, from_device)) return EINVAL;
  if (bytes != 0) std::memmove(static_cast<char*>(to) + to_offset, static_cast<const char*>(from) + from_offset, bytes);
  return 0;
}

XOMP_EXPORT int omp_target_memcpy_async(void* to, const void* from, std::size_t bytes, std::size_t to_offset,
                                        std::size_t from_offset, int to_device, int from_device, int objects, void*) {
  if (!are_host(to_device, from_device)) return EINVAL;
  wait_for_depend_objects(objects);
  return omp_target_memcpy(to, from, bytes, to_offset, from_offset, to_device, from_device);
}

// Two null pointers ask how many dimensions there may be.
XOMP_EXPORT int omp_target_memcpy_rect(void* to, const void* from, std::size_t element_bytes, int dimensions,
                                       const std::size_t* volume, const std::size_t* to_offsets,
                                       const std::size_t* from_offsets, const std::size_t* to_dimensions,
                                       const std::size_t* from_dimensions, int to_device, int from_device) {
  if (to == nullptr && from == nullptr) return INT_MAX;
  if (!are_host(to_device, from_device)) return EINVAL;
  auto* source = static_cast<unsigned char*>(const_cast<void*>(from));
  const memory::BoxPlace target_box{static_cast<unsigned char*>(to), to_offsets, to_dimensions};
  const memory::BoxPlace source_box{source, from_offsets, from_dimensions};
  return memory::copy_rectangle(target_box, source_box, element_bytes, dimensions, volume) ? 0 : EINVAL;
}

XOMP_EXPORT int omp_target_memcpy_rect_async(void* to, const void* from, std::size_t element_bytes, int dimensions,
                                             const std::size_t* volume, const std::size_t* to_offsets,
                                             const std::size_t* from_offsets, const std::size_t* to_dimensions,
                                             const std::size_t* from_dimensions, int to_device, int from_device,
                                             int objects, void*) {
  if (to == nullptr && from == nullptr) return INT_MAX;
  if (!are_host(to_device, from_device)) return EINVAL;
  wait_for_depend_objects(objects);
  return omp_target_memcpy_rect(to, from, element_bytes, dimensions, volume, to_offsets, from_offsets, to_dimensions,
                                from_dimensions, to_device, from_device);
}

// Returns the memory, changed or not.
XOMP_EXPORT void* omp_target_memset(void* memory, int value, std::size_t bytes, int device) {
  return is_host(device) && bytes != 0 ? std::memset(memory, value, bytes) : memory;
}

XOMP_EXPORT void* omp_target_memset_async(void* memory, int value, std::size_t bytes, int device, int objects, void*) {
  wait_for_depend_objects(objects);
  return omp_target_memset(memory, value, bytes, device);
}
