// OpenACC's compute regions and questions: there is no device, so everything runs on the host, in the host's memory.
// The first call says so. The entries that have nothing to do there: openacc_data.cpp.
#include <cstdlib>
#include <cstring>

#include "abi_gnu/openacc.h"
#include "platform/export.h"

namespace {

using Body = void (*)(void*);

// acc_device_t
constexpr int kCurrent = -1;
constexpr int kNone = 0;
constexpr int kDefault = 1;
constexpr int kHost = 2;

int devices_of(int type) { return type == kHost || type == kDefault || type == kCurrent ? 1 : 0; }

}  // namespace

// An entry with its parameters and what it does after it has spoken.
#define ENTRY(result, name, parameters, ...) \
  XOMP_EXPORT result name parameters {       \
    xomp::abi_gnu::warn_of_no_device();      \
    __VA_ARGS__;                             \
  }

// ---- compute regions ----

XOMP_EXPORT void GOACC_parallel_keyed(int, Body body, std::size_t, void** addresses, std::size_t*, unsigned short*,
                                      ...) {
  xomp::abi_gnu::warn_of_no_device();
  body(addresses);
}
XOMP_EXPORT void GOACC_parallel(int, Body body, std::size_t, void** addresses, std::size_t*, unsigned short*, int, int,
                                int, int, int, ...) {
  xomp::abi_gnu::warn_of_no_device();
  body(addresses);
}
ENTRY(int, GOACC_get_num_threads, (), return 1)
ENTRY(int, GOACC_get_thread_num, (), return 0)

// ---- devices ----

ENTRY(int, acc_get_num_devices, (int type), return devices_of(type))
ENTRY(int, acc_get_num_devices_h_, (const int* type), return devices_of(*type))
ENTRY(int, acc_get_device_type, (), return kHost)
ENTRY(int, acc_get_device_type_h_, (), return kHost)
ENTRY(int, acc_get_device_num, (int), return 0)
ENTRY(int, acc_get_device_num_h_, (const int*), return 0)
ENTRY(int, acc_on_device, (int type), return type == kHost || type == kNone)
ENTRY(int, acc_on_device_h_, (const int* type), return *type == kHost || *type == kNone)
ENTRY(std::size_t, acc_get_property, (int, int, int), return 0)
ENTRY(std::size_t, acc_get_property_h_, (const int*, const int*, const int*), return 0)
ENTRY(const char*, acc_get_property_string, (int, int, int), return "")
ENTRY(void, acc_get_property_string_h_, (const int*, const int*, const int*, char* text, std::size_t length),
      std::memset(text, ' ', length))
ENTRY(void*, acc_get_current_cuda_device, (), return nullptr)
ENTRY(void*, acc_get_current_cuda_context, (), return nullptr)
ENTRY(void*, acc_get_cuda_stream, (int), return nullptr)
ENTRY(int, acc_set_cuda_stream, (int, void*), return -1)
ENTRY(void*, acc_prof_lookup, (const char*), return nullptr)

// ---- memory: a device pointer is the host's ----

ENTRY(void*, acc_malloc, (std::size_t bytes), return bytes != 0 ? std::malloc(bytes) : nullptr)
ENTRY(void, acc_free, (void* memory), std::free(memory))
ENTRY(void*, acc_copyin, (void* memory, std::size_t), return memory)
ENTRY(void*, acc_present_or_copyin, (void* memory, std::size_t), return memory)
ENTRY(void*, acc_pcopyin, (void* memory, std::size_t), return memory)
ENTRY(void*, acc_create, (void* memory, std::size_t), return memory)
ENTRY(void*, acc_present_or_create, (void* memory, std::size_t), return memory)
ENTRY(void*, acc_pcreate, (void* memory, std::size_t), return memory)
ENTRY(void*, acc_deviceptr, (void* memory), return memory)
ENTRY(void*, acc_hostptr, (void* memory), return memory)
ENTRY(void, acc_memcpy_to_device, (void* to, const void* from, std::size_t bytes), std::memmove(to, from, bytes))
ENTRY(void, acc_memcpy_from_device, (void* to, const void* from, std::size_t bytes), std::memmove(to, from, bytes))
ENTRY(void, acc_memcpy_to_device_async, (void* to, const void* from, std::size_t bytes, int),
      std::memmove(to, from, bytes))
ENTRY(void, acc_memcpy_from_device_async, (void* to, const void* from, std::size_t bytes, int),
      std::memmove(to, from, bytes))
ENTRY(void, acc_memcpy_device, (void* to, const void* from, std::size_t bytes), std::memmove(to, from, bytes))
ENTRY(void, acc_memcpy_device_async, (void* to, const void* from, std::size_t bytes, int),
      std::memmove(to, from, bytes))
ENTRY(int, acc_is_present, (void*, std::size_t), return 1)
ENTRY(int, acc_is_present_32_h_, (), return 1)
ENTRY(int, acc_is_present_64_h_, (), return 1)
ENTRY(int, acc_is_present_array_h_, (), return 1)

// ---- nothing is ever under way ----

ENTRY(int, acc_async_test, (int), return 1)
ENTRY(int, acc_async_test_h_, (const int*), return 1)
ENTRY(int, acc_async_test_all, (), return 1)
ENTRY(int, acc_async_test_all_h_, (), return 1)
