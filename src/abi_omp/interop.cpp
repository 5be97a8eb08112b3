// omp_get_interop_*: about objects of foreign runtimes, of which there are none on the host: every object is
// omp_interop_none.
#include <cstdint>

#include "abi_omp/device.h"
#include "abi_omp/names.h"

using namespace xomp::abi_omp;

namespace {

// omp_interop_rc_t
constexpr int kEmpty = -1;
constexpr int kOutOfRange = -2;

// omp_interop_property_t counts down from -1.
constexpr const char* kProperties[] = {"fr_id",    "fr_name", "vendor",         "vendor_name", "device_num",
                                       "platform", "device",  "device_context", "targetsync"};
constexpr int kPropertyCount = sizeof kProperties / sizeof *kProperties;

bool is_property(int property) { return property < 0 && property >= -kPropertyCount; }

void deliver(int* code, int property) {
  if (code != nullptr) *code = is_property(property) ? kEmpty : kOutOfRange;
}

// omp_interop_rc_t's values from 1 downwards.
constexpr const char* kCodes[] = {"no value available",
                                  "success",
                                  "the interop object is omp_interop_none",
                                  "no such property",
                                  "the property is an integer: use omp_get_interop_int",
                                  "the property is a pointer: use omp_get_interop_ptr",
                                  "the property is a string: use omp_get_interop_str",
                                  "some other error"};
constexpr int kCodeCount = sizeof kCodes / sizeof *kCodes;

}  // namespace

// An object that is not omp_interop_none was made by the offload library.

XOMP_EXPORT int omp_get_num_interop_properties(void* object) {
  return object != nullptr ? ask_offload_library("omp_get_num_interop_properties", 0, object) : 0;
}

XOMP_EXPORT std::intptr_t omp_get_interop_int(void* object, int property, int* code) {
  deliver(code, property);
  return object != nullptr ? ask_offload_library("omp_get_interop_int", std::intptr_t{0}, object, property, code) : 0;
}
XOMP_EXPORT void* omp_get_interop_ptr(void* object, int property, int* code) {
  void* const none = nullptr;
  deliver(code, property);
  return object != nullptr ? ask_offload_library("omp_get_interop_ptr", none, object, property, code) : none;
}
XOMP_EXPORT const char* omp_get_interop_str(void* object, int property, int* code) {
  const char* const none = nullptr;
  deliver(code, property);
  return object != nullptr ? ask_offload_library("omp_get_interop_str", none, object, property, code) : none;
}
XOMP_EXPORT const char* omp_get_interop_name(void* object, int property) {
  const char* const name = is_property(property) ? kProperties[-property - 1] : nullptr;
  return object != nullptr ? ask_offload_library("omp_get_interop_name", name, object, property) : name;
}
XOMP_EXPORT const char* omp_get_interop_type_desc(void* object, int property) {
  const char* const none = nullptr;
  return object != nullptr ? ask_offload_library("omp_get_interop_type_desc", none, object, property) : none;
}
XOMP_EXPORT const char* omp_get_interop_rc_desc(void* object, int code) {
  const char* const text = code <= 1 && code > 1 - kCodeCount ? kCodes[1 - code] : nullptr;
  return object != nullptr ? ask_offload_library("omp_get_interop_rc_desc", text, object, code) : text;
}

// ---- Fortran: of the same shape as far as it is looked at ----

XOMP_EXPORT int omp_get_num_interop_properties_(void*) { return 0; }
XOMP_EXPORT std::intptr_t omp_get_interop_int_(void*, void*, int* code) {
  return omp_get_interop_int(nullptr, -1, code);
}
XOMP_EXPORT void* omp_get_interop_ptr_(void*, void*, int* code) { return omp_get_interop_ptr(nullptr, -1, code); }
XOMP_EXPORT const char* omp_get_interop_str_(void*, void*, int* code) { return omp_get_interop_str(nullptr, -1, code); }
XOMP_EXPORT const char* omp_get_interop_name_(void*, void*) { return nullptr; }
XOMP_EXPORT const char* omp_get_interop_type_desc_(void*, void*) { return nullptr; }
XOMP_EXPORT const char* omp_get_interop_rc_desc_(void*, void*) { return nullptr; }
